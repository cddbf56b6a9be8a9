import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { formatTimestamp } from "../record/timestamp.ts";
import type { Row } from "../row.ts";
import { currentRows } from "./current-answers.ts";
import type { LedgerPicture } from "./picture.ts";
import { type CurrentTable, renamed } from "./table.ts";

/** Processors that clients ask for by name. */
const processors = [
  "default_processor",
  "account_restoration_processor",
  "account_transactions_processor",
  "ans_processor",
  "coin_processor",
  "events_processor",
  "fungible_asset_processor",
  "objects_processor",
  "stake_processor",
  "token_processor",
  "token_v2_processor",
  "transaction_metadata_processor",
  "user_transaction_processor",
] as const;

/** How far the indexer is: where the ledger was when the answer was made. */
export const processorStatus: CurrentTable<LedgerPicture> = {
  key: ["processor"],
  columns: {
    processor: "String!",
    last_success_version: "bigint!",
    last_updated: "timestamp!",
    last_transaction_timestamp: "timestamp",
  },
  async *rows({ summary }) {
    const time = formatTimestamp(summary.timestampUsecs);
    const at = { last_success_version: summary.version, last_updated: time, last_transaction_timestamp: time };
    for (const processor of processors) yield { processor, ...at };
  },
};

/** The chain. */
export const ledgerInfos: CurrentTable<LedgerPicture> = {
  key: ["chain_id"],
  columns: { chain_id: "bigint!" },
  async *rows({ summary }) {
    yield { chain_id: BigInt(summary.chainId) };
  },
};

/** Pictures of tokens on servers of others: nothing here fetches any. */
export const assetUris: CurrentTable<LedgerPicture> = {
  key: ["asset_uri"],
  columns: {
    asset_uri: "String!",
    cdn_image_uri: "String",
    cdn_animation_uri: "String",
    cdn_json_uri: "String",
    raw_image_uri: "String",
    raw_animation_uri: "String",
    animation_optimizer_retry_count: "Int!",
    image_optimizer_retry_count: "Int!",
    json_parser_retry_count: "Int!",
  },
  async *rows() {},
};

/** Balances of coins, a table of the public indexer's first years. */
export const coinBalances: CurrentTable<LedgerPicture> = {
  key: ["owner_address", "coin_type"],
  columns: {
    owner_address: "String",
    coin_type: "String",
    coin_type_hash: "String",
    amount: "numeric",
    last_transaction_version: "bigint",
    last_transaction_timestamp: "timestamp",
  },
  relations: { coin_info: { table: "coin_infos", by: { coin_type: "coin_type" } } },
  async *rows(picture, fixed) {
    const named = renamed(fixed, { coin_type: "asset_type" });
    for await (const row of currentRows(picture, "current_fungible_asset_balances", named)) {
      if (row.token_standard === "v1" && row.is_primary === true)
        yield { ...row, coin_type: row.asset_type!, coin_type_hash: hashOfType(row) };
    }
  },
};

/** The hash that the public indexer had of a coin's type. */
const hashOfType = ({ asset_type }: Row): string => bytesToHex(sha256(utf8ToBytes(asset_type as string)));

/** Descriptions of coins, a table of the public indexer's first years. */
export const coinInfos: CurrentTable<LedgerPicture> = {
  key: ["coin_type"],
  columns: {
    coin_type: "String",
    coin_type_hash: "String",
    // The index keeps when a row was written last, not first: both are null.
    transaction_version_created: "bigint",
    transaction_created_timestamp: "timestamp",
    creator_address: "String",
    name: "String",
    symbol: "String",
    decimals: "Int",
    supply_aggregator_table_handle: "String",
    supply_aggregator_table_key: "String",
  },
  async *rows(picture, fixed) {
    for await (const row of currentRows(
      picture,
      "fungible_asset_metadata",
      renamed(fixed, { coin_type: "asset_type" }),
    )) {
      if (row.token_standard !== "v1") continue;
      yield {
        ...row,
        coin_type: row.asset_type!,
        coin_type_hash: hashOfType(row),
        supply_aggregator_table_handle: row.supply_aggregator_table_handle_v1!,
        supply_aggregator_table_key: row.supply_aggregator_table_key_v1!,
      };
    }
  },
};

/** Collections, by the owners of their tokens. */
export const collectionOwnerships: CurrentTable<LedgerPicture> = {
  key: ["owner_address", "collection_id"],
  columns: {
    owner_address: "String",
    collection_id: "String",
    collection_name: "String",
    collection_uri: "String",
    creator_address: "String",
    distinct_tokens: "bigint",
    single_token_uri: "String",
    last_transaction_version: "bigint",
  },
  relations: { current_collection: { table: "current_collections_v2", by: { collection_id: "collection_id" } } },
  async *rows(picture, fixed) {
    const groups = new Map<string, Group>();
    for await (const owned of currentRows(picture, "current_token_ownerships_v2", fixed)) {
      if ((owned.amount as bigint) > 0n) await addToken(picture, owned, groups);
    }
    for (const group of groups.values()) yield groupRow(group);
  },
};

/** The tokens of one collection that one account has. */
interface Group {
  readonly owner: string;
  readonly collection: Row;
  readonly tokens: Set<string>;
  tokenUri: string;
  version: bigint;
}

async function addToken(picture: LedgerPicture, owned: Row, groups: Map<string, Group>): Promise<void> {
  const { index } = picture;
  picture.see();
  const token = await index.find("current_token_datas_v2", owned.token_data_id as string);
  if (token === undefined) return;
  picture.see();
  const collection = await index.find("current_collections_v2", token.collection_id as string);
  if (collection === undefined) return;
  const owner = owned.owner_address as string;
  const [id, uri] = [owned.token_data_id as string, token.token_uri as string];
  const version = owned.last_transaction_version as bigint;
  const name = `${owner} ${String(collection.collection_id)}`;
  const group = groups.get(name);
  if (group === undefined) {
    groups.set(name, { owner, collection, tokens: new Set([id]), tokenUri: uri, version });
    return;
  }
  group.tokens.add(id);
  if (uri < group.tokenUri) group.tokenUri = uri;
  if (version > group.version) group.version = version;
}

function groupRow({ owner, collection, tokens, tokenUri, version }: Group): Row {
  return {
    owner_address: owner,
    collection_id: collection.collection_id!,
    collection_name: collection.collection_name!,
    collection_uri: collection.uri!,
    creator_address: collection.creator_address!,
    distinct_tokens: BigInt(tokens.size),
    single_token_uri: tokenUri,
    last_transaction_version: version,
  };
}
