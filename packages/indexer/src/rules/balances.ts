import { CoinStore, ConcurrentFungibleBalance, FungibleStore, formatHex, ObjectCore } from "@ledger/types";
import { StoreDeletion } from "../layouts/assets.ts";
import type { ResourceChange } from "../record/change.ts";
import { noAccount } from "../record/event.ts";
import type { RecordView } from "../record/record-view.ts";
import type { CurrentRows, Row } from "../row.ts";
import { coinOf, noteCoin, pairedCoin, pairedMetadata, primaryStore } from "./coin-types.ts";

const table = "current_fungible_asset_balances";
const objectCore = "0x1::object::ObjectCore";
const fungibleStore = "0x1::fungible_asset::FungibleStore";

/** The columns that a coin store or a fungible store has a half of. */
interface Balance {
  readonly storage: string;
  readonly owner: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly isFrozen: boolean;
  readonly isPrimary: boolean;
}

/**
 * Puts the balances that a transaction changed: of coins, of fungible assets, and of stores that are removed. A coin and the
 * asset that it is paired with are halves of one row.
 */
export function putBalances(record: RecordView, rows: CurrentRows): void {
  for (const change of record.resources) {
    const coin = coinOf(change, "0x1::coin::CoinInfo");
    if (coin !== undefined) noteCoin(coin, rows);
  }
  for (const change of record.resources) putCoinBalance(record, change, rows);
  for (const change of record.resources) putStoreBalance(record, change, rows);
  putDeletedStores(record, rows);
}

function putCoinBalance(record: RecordView, change: ResourceChange, rows: CurrentRows): void {
  const coin = coinOf(change, "0x1::coin::CoinStore");
  if (coin === undefined) return;
  const { address: owner, value } = change;
  const held = value === undefined ? { coin: 0n, frozen: false } : CoinStore.decodePrefix(value).value;
  const storage = primaryStore(owner, pairedMetadata(coin));
  const balance = { storage, owner, asset: coin.type, amount: held.coin, isFrozen: held.frozen, isPrimary: true };
  const before = rows.find(table, storage);
  rows.put(table, storage, mergeHalves(balance, { ...halvesOf(before), ...coinHalf(balance, record) }));
}

function putStoreBalance(record: RecordView, change: ResourceChange, rows: CurrentRows): void {
  const { address: storage, type, value } = change;
  if (type !== fungibleStore || value === undefined) return;
  const store = FungibleStore.decodePrefix(value).value;
  const concurrent = record.written(
    storage,
    "0x1::fungible_asset::ConcurrentFungibleBalance",
    ConcurrentFungibleBalance,
  );
  const owner = ownerOf(record, storage) ?? noAccount;
  const asset = formatHex(store.metadata);
  const amount = concurrent?.value ?? store.balance;
  const isPrimary = storage === primaryStore(owner, asset);
  putAssetHalf(record, { storage, owner, asset, amount, isFrozen: store.frozen, isPrimary }, rows);
}

function putDeletedStores(record: RecordView, rows: CurrentRows): void {
  for (const { storage, owner, asset } of deletedStores(record)) {
    const core = ownerOf(record, storage);
    const isGone = record.removes(storage, "0x1::object::ObjectGroup");
    const isOtherObject = core !== undefined && record.written(storage, fungibleStore, FungibleStore) === undefined;
    if (!isGone && !isOtherObject) continue;
    const amounts = { amount: 0n, isFrozen: false, isPrimary: false };
    putAssetHalf(record, { storage, owner: core ?? owner, asset, ...amounts }, rows);
  }
}

/** A store that a transaction says it has removed. */
export interface DeletedStore {
  readonly storage: string;
  readonly owner: string;
  readonly asset: string;
}

/** The stores whose removal a transaction tells of. */
export function deletedStores({ events }: RecordView): DeletedStore[] {
  return events
    .filter(({ type }) => type === "0x1::fungible_asset::FungibleStoreDeletion")
    .map(({ data }) => {
      const { store, owner, metadata } = StoreDeletion.decodePrefix(data).value;
      return { storage: formatHex(store), owner: formatHex(owner), asset: formatHex(metadata) };
    });
}

/** The owner of an object that a transaction wrote. */
export function ownerOf(record: RecordView, object: string): string | undefined {
  const core = record.written(object, objectCore, ObjectCore);
  return core && formatHex(core.owner);
}

function putAssetHalf(record: RecordView, balance: Balance, rows: CurrentRows): void {
  const before = rows.find(table, balance.storage);
  const halves = { ...halvesOf(before), ...assetHalf(balance, record) };
  const coin = pairedCoin(balance.asset, rows) ?? halves.asset_type_v1;
  rows.put(table, balance.storage, mergeHalves(balance, { ...halves, asset_type_v1: coin }));
}

/** The columns of a row that belong to one of its halves. */
interface Halves {
  readonly asset_type_v1: string | null;
  readonly asset_type_v2: string | null;
  readonly amount_v1: bigint | null;
  readonly amount_v2: bigint | null;
  readonly last_transaction_version_v1: bigint | null;
  readonly last_transaction_version_v2: bigint | null;
  readonly last_transaction_timestamp_v1: string | null;
  readonly last_transaction_timestamp_v2: string | null;
}

const noHalves: Halves = {
  asset_type_v1: null,
  asset_type_v2: null,
  amount_v1: null,
  amount_v2: null,
  last_transaction_version_v1: null,
  last_transaction_version_v2: null,
  last_transaction_timestamp_v1: null,
  last_transaction_timestamp_v2: null,
};

function halvesOf(row: Row | undefined): Halves {
  if (row === undefined) return noHalves;
  return Object.fromEntries(Object.keys(noHalves).map((column) => [column, row[column]])) as unknown as Halves;
}

function coinHalf({ asset, amount }: Balance, { version, seconds }: RecordView): Partial<Halves> {
  return {
    asset_type_v1: asset,
    amount_v1: amount,
    last_transaction_version_v1: version,
    last_transaction_timestamp_v1: seconds,
  };
}

function assetHalf({ asset, amount }: Balance, { version, seconds }: RecordView): Partial<Halves> {
  return {
    asset_type_v2: asset,
    amount_v2: amount,
    last_transaction_version_v2: version,
    last_transaction_timestamp_v2: seconds,
  };
}

/** The row of two halves; whose it is and whether it is frozen, the later one says. */
function mergeHalves({ storage, owner, isFrozen, isPrimary }: Balance, halves: Halves): Row {
  const [v1, v2] = [halves.last_transaction_version_v1, halves.last_transaction_version_v2];
  const isCoinLater = v2 === null || (v1 !== null && v1 > v2);
  return {
    storage_id: storage,
    owner_address: owner,
    is_frozen: isFrozen,
    is_primary: isPrimary,
    ...halves,
    amount: (halves.amount_v1 ?? 0n) + (halves.amount_v2 ?? 0n),
    asset_type: halves.asset_type_v1 ?? halves.asset_type_v2,
    token_standard: halves.asset_type_v1 === null ? "v2" : "v1",
    last_transaction_version: isCoinLater ? v1 : v2,
    last_transaction_timestamp: isCoinLater
      ? halves.last_transaction_timestamp_v1
      : halves.last_transaction_timestamp_v2,
  };
}
