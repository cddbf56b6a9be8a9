import { isSoulbound } from "./plain-objects.ts";
import {
  anyWritten,
  calledFunction,
  findRow,
  isResource,
  type Json,
  nobody,
  objectCore,
  type PlainChange,
  type PlainEvent,
  type PlainRecord,
  type PlainRow,
  type PlainTables,
  putRow,
  time,
  wide,
  written,
} from "./plain-record.ts";

// Sheet, 3.4, of the second standard only: tokens and collections that are objects.

const collections = "current_collections_v2";
const datas = "current_token_datas_v2";
const ownerships = "current_token_ownerships_v2";
/** No table of the public API: the last known owner of each token. */
const lastOwners = "last owners";

const last = (record: PlainRecord): PlainRow => ({
  last_transaction_version: record.version,
  last_transaction_timestamp: time(record),
});

export function putPlainTokens(record: PlainRecord, tables: PlainTables): void {
  if (record.kind !== "user") return;
  for (const change of record.changes) {
    if (change.op !== "write") continue;
    if (change.type === "0x4::collection::Collection") putCollection(record, change, tables);
    if (change.type === "0x4::token::Token") putToken(record, change, tables);
  }
  for (const event of record.events) putBurned(record, event, tables);
}

function putCollection(record: PlainRecord, { address, data }: PlainChange, tables: PlainTables): void {
  const collection = wide(address);
  if (written(record, collection, objectCore) === undefined) return;
  const flags = written(record, collection, "0x4::aptos_token::AptosCollection");
  putRow(tables, collections, collection, {
    ...last(record),
    collection_id: collection,
    creator_address: wide(data.creator),
    collection_name: data.name,
    description: data.description,
    uri: data.uri,
    ...supplyOf(record, collection),
    mutable_description: flags?.mutable_description ?? null,
    mutable_uri: flags?.mutable_uri ?? null,
    table_handle_v1: null,
    token_standard: "v2",
  });
}

/** "From UnlimitedSupply, FixedSupply, or ConcurrentSupply, the later ones win." Of none, nothing is current: the column is never null. */
function supplyOf(record: PlainRecord, address: string): PlainRow {
  const concurrent = written(record, address, "0x4::collection::ConcurrentSupply");
  if (concurrent !== undefined) {
    const { value, max_value: most } = concurrent.current_supply;
    const max = most === "18446744073709551615" ? null : most;
    return { current_supply: value, max_supply: max, total_minted_v2: concurrent.total_minted.value };
  }
  const fixed = written(record, address, "0x4::collection::FixedSupply");
  const supply = fixed ?? written(record, address, "0x4::collection::UnlimitedSupply");
  return {
    current_supply: supply?.current_supply ?? "0",
    max_supply: fixed?.max_supply ?? null,
    total_minted_v2: supply?.total_minted ?? null,
  };
}

function putToken(record: PlainRecord, { address, data }: PlainChange, tables: PlainTables): void {
  const token = wide(address);
  const core = written(record, token, objectCore);
  if (core !== undefined) {
    putRow(tables, datas, token, {
      ...last(record),
      token_data_id: token,
      collection_id: wide(data.collection.inner),
      token_name: written(record, token, "0x4::token::TokenIdentifiers")?.name.value ?? data.name,
      token_uri: data.uri,
      description: data.description,
      token_properties: propertiesOf(written(record, token, "0x4::property_map::PropertyMap")),
      is_fungible_v2: written(record, token, "0x1::fungible_asset::Metadata") !== undefined,
      maximum: null,
      supply: null,
      largest_property_version_v1: null,
      decimals: 0,
      is_deleted_v2: false,
      token_standard: "v2",
    });
  }
  // The sheet has an owner for a token without ObjectCore, but no word on how bound it is: that is unknown.
  const isUntransferable = written(record, token, "0x1::object::Untransferable") !== undefined;
  const columns = {
    is_soulbound_v2: core === undefined ? isUntransferable || null : isSoulbound(record, token, core),
    non_transferrable_by_owner: core === undefined ? null : core.allow_ungated_transfer === false,
    is_fungible_v2: null,
  };
  for (const { type, data: moved } of record.events) {
    if (!isTransfer(type) || wide(moved.object) !== token || wide(moved.from) === wide(moved.to)) continue;
    putOwner(record, tables, token, wide(moved.from), { ...columns, amount: "0" });
  }
  // Who holds the token at the end holds it, though it passed through his hands before.
  const owner = wide(core?.owner ?? nobody);
  putOwner(record, tables, token, owner, { ...columns, amount: "1" });
  putRow(tables, lastOwners, token, { owner });
}

/** An object of texts, by the sheet's numbers of types; null without a map. */
function propertiesOf(map: Json | undefined): PlainRow | null {
  if (map === undefined) return null;
  const entries: readonly Json[] = map.inner.data;
  return Object.fromEntries(entries.map(({ key, value }) => [key, propertyText(value.type, value.value)]));
}

function propertyText(type: number, hex: string): string {
  const bytes = Buffer.from(hex.slice(2), "hex");
  if (type === 0) return bytes[0] === 1 ? "true" : "false";
  if (type <= 5) return `${BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`)}`;
  // Bytes and texts begin with their length, one byte in all that is made here.
  if (type === 9) return bytes.subarray(1).toString("utf8");
  return type === 8 ? `0x${bytes.subarray(1).toString("hex")}` : hex;
}

const isTransfer = (type: string): boolean => type === "0x1::object::Transfer" || type === "0x1::object::TransferEvent";

const isBurn = (type: string): boolean => type === "0x4::collection::Burn" || type === "0x4::collection::BurnEvent";

const ownerKey = (token: string, owner: string): string => `${token} 0 ${owner} ${token}`;

function putOwner(record: PlainRecord, tables: PlainTables, token: string, owner: string, columns: PlainRow): void {
  putRow(tables, ownerships, ownerKey(token, owner), {
    ...last(record),
    token_data_id: token,
    property_version_v1: "0",
    owner_address: owner,
    storage_id: token,
    table_type_v1: null,
    token_standard: "v2",
    ...columns,
  });
}

function putBurned(record: PlainRecord, { type, data, key }: PlainEvent, tables: PlainTables): void {
  if (!isBurn(type)) return;
  const token = wide(data.token);
  // "At a write at that address" or "deletion of the group": the sheet has no word on the deletion of another resource, which the
  // indexers of the family take as they take that of the group.
  const touched = record.changes.filter((change) => isResource(change) && wide(change.address) === token);
  if (touched.length === 0) return;
  const collection = wide(data.collection ?? key?.account ?? "0x0");
  const before = findRow(tables, datas, token) ?? emptyToken(token, collection);
  putRow(tables, datas, token, { ...before, ...last(record), is_deleted_v2: true });
  // "The last known owner, else the text `unknown`." What this transaction wrote is known, too.
  const core = written(record, token, objectCore);
  const known = findRow(tables, lastOwners, token)?.owner ?? core?.owner;
  const previous = data.previous_owner ?? known;
  const ends = new Map<string, PlainRow>();
  for (const { op, type } of touched) {
    if (op === "write" && type === objectCore) {
      const isKept = core.allow_ungated_transfer === false;
      ends.set(wide(core.owner), { is_soulbound_v2: true, is_fungible_v2: false, non_transferrable_by_owner: isKept });
    } else ends.set(previous === undefined ? "unknown" : wide(previous), unbound);
  }
  for (const [owner, columns] of ends) loseToken(record, tables, token, owner, columns);
}

const unbound: PlainRow = { is_soulbound_v2: null, is_fungible_v2: null, non_transferrable_by_owner: null };

const emptyToken = (token: string, collection: string): PlainRow => ({
  token_data_id: token,
  collection_id: collection,
  token_name: "",
  token_uri: "",
  description: "",
  is_fungible_v2: false,
  maximum: null,
  supply: null,
  largest_property_version_v1: null,
  decimals: 0,
  token_standard: "v2",
});

/** "Of an existing row only amount, version, time and is_fungible change." */
function loseToken(record: PlainRecord, tables: PlainTables, token: string, owner: string, columns: PlainRow): void {
  const before = findRow(tables, ownerships, ownerKey(token, owner));
  const { is_fungible_v2 } = columns;
  putOwner(
    record,
    tables,
    token,
    owner,
    before === undefined ? { ...columns, amount: "0" } : { is_fungible_v2, amount: "0" },
  );
}

const renamed: Readonly<Record<string, string>> = {
  "0x4::collection::Mint": "0x4::collection::MintEvent",
  "0x4::collection::Burn": "0x4::collection::BurnEvent",
  "0x4::token::Mutation": "0x4::collection::MutationEvent",
};

export function plainTokenActivities(record: PlainRecord): readonly PlainRow[] {
  if (record.kind !== "user") return [];
  return record.events.map((event) => tokenActivity(record, event)).filter((row) => row !== undefined);
}

function tokenActivity(record: PlainRecord, event: PlainEvent): PlainRow | undefined {
  const { type, data, key } = event;
  const token = tokenOf(event);
  if (token === undefined) return undefined;
  const common = {
    transaction_version: record.version,
    event_index: event.index,
    event_account_address: wide(key?.account ?? "0x0"),
    entry_function_id_str: calledFunction(record),
    transaction_timestamp: time(record),
    is_fungible_v2: null,
    token_data_id: token,
    property_version_v1: "0",
    token_standard: "v2",
  };
  // "When nothing of the token was written in the transaction, the true type stays and only from of Burn is known." Nothing at
  // all: the published rows of tokens whose ObjectCore is gone have both sides where another resource of the address is written.
  if (!anyWritten(record, token)) {
    const from = type === "0x4::collection::Burn" ? wide(data.previous_owner) : null;
    const unknown = { to_address: null, before_value: null, after_value: null, token_amount: "1" };
    return { ...common, type, from_address: from, ...unknown };
  }
  const isMutation = type.includes("::Mutation");
  return {
    ...common,
    type: renamed[type] ?? type,
    from_address: fromOf(record, event, token),
    to_address: isTransfer(type) ? wide(data.to) : null,
    before_value: isMutation ? data.old_value : null,
    after_value: isMutation ? data.new_value : null,
    token_amount: isMutation ? "0" : "1",
  };
}

/** Mint and burn name the token in the event, transfers the object; a mutation's token is the account of the event's key. */
function tokenOf({ type, data, key }: PlainEvent): string | undefined {
  if (isTransfer(type)) return wide(data.object);
  if (isBurn(type) || type === "0x4::collection::Mint" || type === "0x4::collection::MintEvent")
    return wide(data.token);
  if (type === "0x4::token::MutationEvent" || type === "0x4::token::Mutation") {
    return key === null ? data.token_address && wide(data.token_address) : wide(key.account);
  }
  return undefined;
}

function fromOf(record: PlainRecord, { type, data }: PlainEvent, token: string): string {
  if (isTransfer(type)) return wide(data.from);
  if (type === "0x4::collection::Burn") return wide(data.previous_owner);
  if (type.includes("::Mutation")) return record.transaction.sender;
  // Of a token without ObjectCore the owner is nobody, as in the rows of owners and of balances.
  return wide(written(record, token, objectCore)?.owner ?? nobody);
}
