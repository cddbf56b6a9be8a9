import type { Row, Value } from "../row.ts";
import { currentRows } from "./current-answers.ts";
import type { LedgerPicture } from "./picture.ts";
import type { CurrentTable, FixedValues } from "./table.ts";

// Tokens of the first kind under the names of the public indexer's first years: the rows of today's tables, which have both kinds.

/** Columns of hashes, without `0x`, and those of today's tables with the same. */
const hashes: Readonly<Record<string, string>> = {
  token_data_id_hash: "token_data_id",
  collection_data_id_hash: "collection_id",
};

/** The values of a question under the names of today. */
function today(fixed: FixedValues): FixedValues {
  return new Map(
    [...fixed].map(([column, values]) => {
      const name = hashes[column];
      return name === undefined ? [column, values] : [name, values.map((value) => `0x${String(value)}`)];
    }),
  );
}

async function* legacyRows(picture: LedgerPicture, table: string, fixed: FixedValues): AsyncGenerator<Row> {
  for await (const row of currentRows(picture, table, today(fixed))) if (row.token_standard === "v1") yield row;
}

const hashOf = (id: Value | undefined): string | null => (typeof id === "string" ? id.slice(2) : null);

const find = async (picture: LedgerPicture, table: string, id: Value | undefined): Promise<Row | undefined> => {
  picture.see();
  return typeof id === "string" ? picture.index.find(table, id) : undefined;
};

/** When a row was written. */
function writtenAt({ last_transaction_version, last_transaction_timestamp }: Row): Row {
  return {
    last_transaction_version: last_transaction_version ?? null,
    last_transaction_timestamp: last_transaction_timestamp ?? null,
  };
}

/** The names that a token's collection gives it. */
function namesIn(collection: Row | undefined): Row {
  return {
    creator_address: collection?.creator_address ?? null,
    collection_name: collection?.collection_name ?? null,
  };
}

const writtenColumns = { last_transaction_version: "bigint", last_transaction_timestamp: "timestamp" } as const;

/** Collections of tokens of the first kind. */
export const collectionDatas: CurrentTable<LedgerPicture> = {
  key: ["collection_data_id_hash"],
  columns: {
    collection_data_id_hash: "String",
    creator_address: "String",
    collection_name: "String",
    description: "String",
    metadata_uri: "String",
    supply: "numeric",
    maximum: "numeric",
    description_mutable: "Boolean",
    uri_mutable: "Boolean",
    // Not in today's table: null.
    maximum_mutable: "Boolean",
    table_handle: "String",
    ...writtenColumns,
  },
  async *rows(picture, fixed) {
    for await (const row of legacyRows(picture, "current_collections_v2", fixed)) {
      yield {
        collection_data_id_hash: hashOf(row.collection_id),
        ...namesIn(row),
        description: row.description!,
        metadata_uri: row.uri!,
        supply: row.current_supply!,
        maximum: row.max_supply!,
        description_mutable: row.mutable_description!,
        uri_mutable: row.mutable_uri!,
        table_handle: row.table_handle_v1!,
        ...writtenAt(row),
      };
    }
  },
};

/** Tokens of the first kind. */
export const tokenDatas: CurrentTable<LedgerPicture> = {
  key: ["token_data_id_hash"],
  columns: {
    token_data_id_hash: "String",
    collection_data_id_hash: "String",
    creator_address: "String",
    collection_name: "String",
    name: "String",
    description: "String",
    metadata_uri: "String",
    supply: "numeric",
    maximum: "numeric",
    largest_property_version: "numeric",
    default_properties: "jsonb",
    payee_address: "String",
    royalty_points_numerator: "numeric",
    royalty_points_denominator: "numeric",
    // Not in today's table: null.
    description_mutable: "Boolean",
    uri_mutable: "Boolean",
    maximum_mutable: "Boolean",
    properties_mutable: "Boolean",
    royalty_mutable: "Boolean",
    ...writtenColumns,
  },
  relations: {
    current_collection_data: {
      table: "current_collection_datas",
      by: { collection_data_id_hash: "collection_data_id_hash" },
    },
  },
  async *rows(picture, fixed) {
    for await (const row of legacyRows(picture, "current_token_datas_v2", fixed)) {
      const royalty = await find(picture, "current_token_royalty_v1", row.token_data_id);
      yield {
        token_data_id_hash: hashOf(row.token_data_id),
        collection_data_id_hash: hashOf(row.collection_id),
        ...namesIn(await find(picture, "current_collections_v2", row.collection_id)),
        name: row.token_name!,
        description: row.description!,
        metadata_uri: row.token_uri!,
        supply: row.supply!,
        maximum: row.maximum!,
        largest_property_version: row.largest_property_version_v1!,
        default_properties: row.token_properties!,
        payee_address: royalty?.payee_address ?? null,
        royalty_points_numerator: royalty?.royalty_points_numerator ?? null,
        royalty_points_denominator: royalty?.royalty_points_denominator ?? null,
        ...writtenAt(row),
      };
    }
  },
};

/** Owners of tokens of the first kind. */
export const legacyOwnerships: CurrentTable<LedgerPicture> = {
  key: ["token_data_id_hash", "property_version", "owner_address"],
  columns: {
    token_data_id_hash: "String",
    property_version: "numeric",
    owner_address: "String",
    collection_data_id_hash: "String",
    creator_address: "String",
    collection_name: "String",
    name: "String",
    amount: "numeric",
    table_type: "String",
    token_properties: "jsonb",
    ...writtenColumns,
  },
  relations: {
    current_token_data: { table: "current_token_datas", by: { token_data_id_hash: "token_data_id_hash" } },
    current_collection_data: {
      table: "current_collection_datas",
      by: { collection_data_id_hash: "collection_data_id_hash" },
    },
  },
  async *rows(picture, fixed) {
    for await (const row of legacyRows(picture, "current_token_ownerships_v2", fixed)) {
      const token = await find(picture, "current_token_datas_v2", row.token_data_id);
      yield {
        token_data_id_hash: hashOf(row.token_data_id),
        property_version: row.property_version_v1!,
        owner_address: row.owner_address!,
        collection_data_id_hash: hashOf(token?.collection_id),
        ...namesIn(await find(picture, "current_collections_v2", token?.collection_id)),
        name: token?.token_name ?? null,
        amount: row.amount!,
        table_type: row.table_type_v1!,
        token_properties: row.token_properties_mutated_v1!,
        ...writtenAt(row),
      };
    }
  },
};
