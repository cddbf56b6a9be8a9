import {
  type Address,
  formatHex,
  frameworkTag,
  hashStateKey,
  parseAddress,
  primaryStoreAddress,
  resourceGroupKey,
  TypesError,
} from "@ledger/types";
import { GraphQLError } from "graphql";
import { compareValues } from "./condition.ts";
import type { AssetFacts, CollectionFacts, LedgerFacts, ObjectFacts, TokenFacts } from "./ledger-facts.ts";
import type { LedgerPicture } from "./ledger-picture.ts";
import type { ColumnType, Row, Table } from "./table.ts";

const written = {
  last_transaction_version: "bigint",
} as const satisfies Readonly<Record<string, ColumnType>>;

const derived: NonNullable<Table<LedgerPicture>["derived"]> = {
  last_transaction_timestamp: {
    type: "timestamp",
    find: (row, { timeOf }) => timeOf(row.last_transaction_version as bigint),
  },
};

/** Kinds of assets: coins of the old kind, and fungible assets. */
type Standard = "v1" | "v2";

function metadataRow(
  type: string,
  facts: AssetFacts,
  at: { readonly version: bigint; readonly creator: string; readonly standard: Standard },
): Row {
  return {
    asset_type: type,
    name: facts.name,
    symbol: facts.symbol,
    decimals: facts.decimals,
    icon_uri: facts.iconUri,
    project_uri: facts.projectUri,
    creator_address: at.creator,
    token_standard: at.standard,
    supply_v2: facts.supply,
    maximum_v2: facts.maximum,
    supply_aggregator_table_handle_v1: null,
    supply_aggregator_table_key_v1: null,
    last_transaction_version: at.version,
  };
}

function findMetadata(facts: LedgerFacts, type: string): Row | null {
  const coin = facts.coinTypes.get(type);
  if (coin !== undefined) {
    const creator = `0x${type.slice(2, type.indexOf("::")).padStart(64, "0")}`;
    return metadataRow(type, coin, { version: coin.version, creator, standard: "v1" });
  }
  const object = facts.objects.get(type);
  if (object?.asset === undefined) return null;
  return metadataRow(type, object.asset, { version: object.version, creator: object.owner, standard: "v2" });
}

/** All assets. */
export const fungibleAssetMetadata: Table<LedgerPicture> = {
  columns: {
    asset_type: "String",
    name: "String",
    symbol: "String",
    decimals: "Int",
    icon_uri: "String",
    project_uri: "String",
    creator_address: "String",
    token_standard: "String",
    supply_v2: "numeric",
    maximum_v2: "numeric",
    supply_aggregator_table_handle_v1: "String",
    supply_aggregator_table_key_v1: "String",
    ...written,
  },
  derived,
  async rows(ledger) {
    const facts = await ledger.readFacts();
    const assets = [...facts.objects.values()].filter(({ asset }) => asset !== undefined);
    const types = [...facts.coinTypes.keys(), ...assets.map(({ address }) => address)];
    return types.map((type) => findMetadata(facts, type)).filter((row) => row !== null);
  },
};

/** The amount of each asset that each owner holds. */
export const fungibleAssetBalances: Table<LedgerPicture> = {
  columns: {
    owner_address: "String",
    asset_type: "String",
    amount: "numeric",
    is_frozen: "Boolean",
    is_primary: "Boolean",
    storage_id: "String",
    token_standard: "String",
    ...written,
  },
  derived,
  relations: { metadata: "fungible_asset_metadata" },
  async rows(ledger, fixed) {
    const facts = await ledger.readFacts();
    const wanted = fixed.get("owner_address");
    const isWanted = (owner: string): boolean => wanted === undefined || owner === wanted;
    const rows: Row[] = [];
    for (const { owner, type, amount, isFrozen, version } of facts.coins.values()) {
      if (!isWanted(owner)) continue;
      rows.push({
        ...{ owner_address: owner, asset_type: type, amount, is_frozen: isFrozen, is_primary: true },
        ...{ storage_id: owner, token_standard: "v1", metadata: findMetadata(facts, type) },
        last_transaction_version: version,
      });
    }
    for (const { address, owner, store, version } of facts.objects.values()) {
      if (store === undefined || !isWanted(owner)) continue;
      const { asset, balance, isFrozen } = store;
      rows.push({
        ...{ owner_address: owner, asset_type: asset, amount: balance, is_frozen: isFrozen },
        // A hash, for rows alone that are asked for it.
        get is_primary() {
          return address === formatHex(primaryStoreAddress(parseAddress(owner), parseAddress(asset)));
        },
        ...{ storage_id: address, token_standard: "v2", metadata: findMetadata(facts, asset) },
        last_transaction_version: version,
      });
    }
    return rows;
  },
};

const objectGroup = frameworkTag("object", "ObjectGroup");

/** Objects, and whose they are. */
export const currentObjects: Table<LedgerPicture> = {
  columns: {
    object_address: "String",
    owner_address: "String",
    state_key_hash: "String",
    allow_ungated_transfer: "Boolean",
    last_guid_creation_num: "numeric",
    is_deleted: "Boolean",
    last_transaction_version: "bigint",
  },
  async rows(ledger) {
    const { objects } = await ledger.readFacts();
    return [...objects.values()].map(({ address, owner, allowsTransfer, nextGuid, version }) => ({
      object_address: address,
      owner_address: owner,
      get state_key_hash() {
        return formatHex(hashStateKey(resourceGroupKey(parseAddress(address), objectGroup)));
      },
      allow_ungated_transfer: allowsTransfer,
      last_guid_creation_num: nextGuid,
      is_deleted: false,
      last_transaction_version: version,
    }));
  },
};

function collectionRow({ address, version }: ObjectFacts, collection: CollectionFacts): Row {
  return {
    collection_id: address,
    collection_name: collection.name,
    creator_address: collection.creator,
    current_supply: collection.current,
    max_supply: collection.max,
    total_minted_v2: collection.minted,
    description: collection.description,
    uri: collection.uri,
    mutable_description: null,
    mutable_uri: null,
    table_handle_v1: null,
    token_standard: "v2",
    last_transaction_version: version,
  };
}

function tokenRow({ objects }: LedgerFacts, object: ObjectFacts, token: TokenFacts): Row {
  const home = objects.get(token.collection);
  return {
    token_data_id: object.address,
    collection_id: token.collection,
    token_name: token.name,
    description: token.description,
    token_uri: token.uri,
    token_standard: "v2",
    is_fungible_v2: object.asset !== undefined,
    supply: object.asset?.supply ?? null,
    maximum: object.asset?.maximum ?? null,
    decimals: object.asset?.decimals ?? 0,
    largest_property_version_v1: null,
    token_properties: null,
    current_collection: home?.collection === undefined ? null : collectionRow(home, home.collection),
    last_transaction_version: object.version,
  };
}

/** Collections of tokens. */
export const currentCollections: Table<LedgerPicture> = {
  columns: {
    collection_id: "String",
    collection_name: "String",
    creator_address: "String",
    current_supply: "numeric",
    max_supply: "numeric",
    total_minted_v2: "numeric",
    description: "String",
    uri: "String",
    mutable_description: "Boolean",
    mutable_uri: "Boolean",
    table_handle_v1: "String",
    token_standard: "String",
    ...written,
  },
  derived,
  relations: { cdn_asset_uris: "nft_metadata_crawler_parsed_asset_uris" },
  async rows(ledger) {
    const { objects } = await ledger.readFacts();
    const rows = [...objects.values()].map((object) => object.collection && collectionRow(object, object.collection));
    return rows.filter((row) => row !== undefined);
  },
};

/** Pictures of tokens on servers of others: nothing here fetches any. */
export const assetUris: Table<LedgerPicture> = {
  columns: {
    asset_uri: "String",
    cdn_image_uri: "String",
    cdn_animation_uri: "String",
    cdn_json_uri: "String",
    raw_image_uri: "String",
    raw_animation_uri: "String",
    animation_optimizer_retry_count: "Int",
    image_optimizer_retry_count: "Int",
    json_parser_retry_count: "Int",
  },
  rows: async () => [],
};

/** Tokens. */
export const currentTokens: Table<LedgerPicture> = {
  columns: {
    token_data_id: "String",
    collection_id: "String",
    token_name: "String",
    description: "String",
    token_uri: "String",
    token_standard: "String",
    is_fungible_v2: "Boolean",
    supply: "numeric",
    maximum: "numeric",
    decimals: "bigint",
    largest_property_version_v1: "numeric",
    token_properties: "jsonb",
    ...written,
  },
  derived,
  relations: { current_collection: "current_collections_v2" },
  async rows(ledger) {
    const facts = await ledger.readFacts();
    const rows = [...facts.objects.values()].map((object) => object.token && tokenRow(facts, object, object.token));
    return rows.filter((row) => row !== undefined);
  },
};

/** Whose tokens are. */
export const currentTokenOwnerships: Table<LedgerPicture> = {
  columns: {
    owner_address: "String",
    token_data_id: "String",
    storage_id: "String",
    amount: "numeric",
    is_fungible_v2: "Boolean",
    is_soulbound_v2: "Boolean",
    token_standard: "String",
    property_version_v1: "numeric",
    table_type_v1: "String",
    token_properties_mutated_v1: "jsonb",
    ...written,
  },
  derived,
  relations: { current_token_data: "current_token_datas_v2" },
  async rows(ledger, fixed) {
    const facts = await ledger.readFacts();
    const owner = fixed.get("owner_address");
    const rows: Row[] = [];
    for (const object of facts.objects.values()) {
      const { address, token, isSoulbound, version } = object;
      if (token === undefined || (owner !== undefined && object.owner !== owner)) continue;
      rows.push({
        ...{ owner_address: object.owner, token_data_id: address, storage_id: address, amount: 1n },
        ...{ is_fungible_v2: object.asset !== undefined, is_soulbound_v2: isSoulbound, token_standard: "v2" },
        ...{ property_version_v1: 0n, table_type_v1: null, token_properties_mutated_v1: null },
        current_token_data: tokenRow(facts, object, token),
        last_transaction_version: version,
      });
    }
    return rows;
  },
};

/** Collections, by the owners of their tokens. */
export const collectionOwnerships: Table<LedgerPicture> = {
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
  relations: { current_collection: "current_collections_v2" },
  async rows(ledger, fixed) {
    const { objects } = await ledger.readFacts();
    const owner = fixed.get("owner_address");
    const owned = new Map<string, (typeof objects extends ReadonlyMap<string, infer T> ? T : never)[]>();
    for (const object of objects.values()) {
      if (!object.token || (owner !== undefined && object.owner !== owner)) continue;
      const key = `${object.owner} ${object.token.collection}`;
      const group = owned.get(key);
      if (group === undefined) owned.set(key, [object]);
      else group.push(object);
    }
    return [...owned.values()].flatMap((tokens) => {
      const [first] = tokens;
      const home = objects.get(first!.token!.collection);
      if (home?.collection === undefined) return [];
      const { name, uri, creator } = home.collection;
      return {
        ...{ owner_address: first!.owner, collection_id: home.address, collection_name: name, collection_uri: uri },
        ...{ creator_address: creator, distinct_tokens: BigInt(tokens.length), single_token_uri: first!.token!.uri },
        current_collection: collectionRow(home, home.collection),
        last_transaction_version: tokens
          .map(({ version }) => version)
          .sort(compareValues)
          .at(-1)!,
      };
    });
  },
};

/** @throws GraphQLError for what is no address */
function readAddress(text: string): Address {
  try {
    return parseAddress(text);
  } catch (cause) {
    throw new GraphQLError(cause instanceof TypesError ? cause.message : "expected an address");
  }
}

/** Transactions of one account that are counted. */
const mostSent = 10_000;

/** Accounts, and the transactions that they sent. */
export const accountTransactions: Table<LedgerPicture> = {
  columns: { account_address: "String", transaction_version: "bigint" },
  async rows({ store }, fixed) {
    const address = fixed.get("account_address");
    if (typeof address !== "string")
      throw new GraphQLError("name one account, as in where: { account_address: { _eq: … } }");
    const sent = await store.listSummaries({ sender: readAddress(address), limit: mostSent });
    return sent.map(({ version }) => ({ account_address: address, transaction_version: version }));
  },
};
