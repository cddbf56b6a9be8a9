import {
  anyWritten,
  calledFunction,
  findRow,
  fungibleStore,
  type Json,
  nobody,
  objectCore,
  objectGroup,
  type PlainChange,
  type PlainEvent,
  type PlainRecord,
  type PlainRow,
  type PlainTables,
  pairedMetadata,
  primaryStore,
  putRow,
  seconds,
  wide,
  written,
} from "./plain-record.ts";

// Sheet, 3.1 to 3.3, without any thought of speed.

const apt = "0x1::aptos_coin::AptosCoin";
const balances = "current_fungible_asset_balances";
const longestCoin = 1000;

/** The `T` of `NAME<T>`; undefined for another type, and for coins that the sheet leaves out. */
function coinOf(type: string, name: string): string | undefined {
  if (!type.startsWith(`${name}<`)) return undefined;
  const coin = type.slice(name.length + 1, -1);
  return coin.length > longestCoin ? undefined : coin;
}

/** Coin types by the metadata that they are paired with. */
export type PlainCoins = Map<string, string>;

export const newCoins = (known: readonly string[]): PlainCoins =>
  new Map([apt, ...known].map((coin) => [pairedMetadata(coin), coin]));

export function putPlainBalances(record: PlainRecord, coins: PlainCoins, tables: PlainTables): void {
  for (const { type } of record.changes) {
    const coin = type === undefined ? undefined : coinOf(type, "0x1::coin::CoinInfo");
    if (coin !== undefined) coins.set(pairedMetadata(coin), coin);
  }
  for (const change of record.changes) putCoinStore(record, change, tables);
  for (const change of record.changes) {
    if (change.op === "write" && change.type === fungibleStore) putStore(record, change, coins, tables);
  }
  for (const event of record.events) {
    if (event.type === "0x1::fungible_asset::FungibleStoreDeletion") putDeletedStore(record, event.data, coins, tables);
  }
}

function putCoinStore(record: PlainRecord, { op, type, address, data }: PlainChange, tables: PlainTables): void {
  const coin = type === undefined ? undefined : coinOf(type, "0x1::coin::CoinStore");
  if (coin === undefined) return;
  const owner = wide(address);
  putHalf(record, tables, primaryStore(owner, pairedMetadata(coin)), "v1", {
    owner_address: owner,
    amount_v1: op === "write" ? data.coin.value : "0",
    is_frozen: op === "write" && data.frozen,
    is_primary: true,
    asset_type_v1: coin,
  });
}

function putStore(record: PlainRecord, { address, data }: PlainChange, coins: PlainCoins, tables: PlainTables): void {
  const store = wide(address);
  const owner = wide(written(record, store, objectCore)?.owner ?? nobody);
  const concurrent = written(record, store, "0x1::fungible_asset::ConcurrentFungibleBalance");
  const metadata = wide(data.metadata.inner);
  putHalf(record, tables, store, "v2", {
    owner_address: owner,
    asset_type_v2: metadata,
    amount_v2: concurrent?.balance.value ?? data.balance,
    is_primary: store === primaryStore(owner, metadata),
    is_frozen: data.frozen,
    ...pairOf(metadata, coins),
  });
}

/** "And in the same transaction either a write of ObjectCore at the store without FungibleStore, or deletion of its group." */
function putDeletedStore(record: PlainRecord, data: Json, coins: PlainCoins, tables: PlainTables): void {
  const store = wide(data.store);
  const core = written(record, store, objectCore);
  const groupGone = record.changes.some(
    ({ op, type, address }) => op === "delete" && type === objectGroup && wide(address) === store,
  );
  const storeGone = core !== undefined && written(record, store, fungibleStore) === undefined;
  if (!groupGone && !storeGone) return;
  putHalf(record, tables, store, "v2", {
    owner_address: wide(core?.owner ?? data.owner),
    asset_type_v2: wide(data.metadata),
    amount_v2: "0",
    is_primary: false,
    is_frozen: false,
    ...pairOf(wide(data.metadata), coins),
  });
}

/** "If a CoinInfo has been seen, else what the row had." */
function pairOf(metadata: string, coins: PlainCoins): PlainRow {
  const coin = coins.get(metadata);
  return coin === undefined ? {} : { asset_type_v1: coin };
}

const emptyBalance: PlainRow = {
  asset_type_v1: null,
  asset_type_v2: null,
  amount_v1: null,
  amount_v2: null,
  last_transaction_version_v1: null,
  last_transaction_version_v2: null,
  last_transaction_timestamp_v1: null,
  last_transaction_timestamp_v2: null,
};

function putHalf(
  record: PlainRecord,
  tables: PlainTables,
  storage: string,
  half: "v1" | "v2",
  columns: PlainRow,
): void {
  const row: Json = {
    ...emptyBalance,
    ...findRow(tables, balances, storage),
    storage_id: storage,
    ...columns,
    [`last_transaction_version_${half}`]: record.version,
    [`last_transaction_timestamp_${half}`]: seconds(record),
    last_transaction_version: record.version,
    last_transaction_timestamp: seconds(record),
  };
  putRow(tables, balances, storage, {
    ...row,
    amount: `${BigInt(row.amount_v1 ?? 0) + BigInt(row.amount_v2 ?? 0)}`,
    asset_type: row.asset_type_v1 ?? row.asset_type_v2,
    token_standard: row.asset_type_v1 === null ? "v2" : "v1",
  });
}

export function putPlainMetadata(record: PlainRecord, tables: PlainTables): void {
  for (const { op, type, address, data } of record.changes) {
    if (op !== "write" || type === undefined) continue;
    const coin = coinOf(type, "0x1::coin::CoinInfo");
    if (coin !== undefined) putMetadata(record, tables, coin, coinMetadata(coin, data));
    if (type === "0x1::fungible_asset::Metadata") {
      putMetadata(record, tables, wide(address), assetMetadata(record, wide(address), data));
    }
  }
}

function putMetadata(record: PlainRecord, tables: PlainTables, asset: string, columns: PlainRow): void {
  putRow(tables, "fungible_asset_metadata", asset, {
    asset_type: asset,
    last_transaction_version: record.version,
    last_transaction_timestamp: seconds(record),
    ...columns,
  });
}

function coinMetadata(coin: string, data: Json): PlainRow {
  const aggregator = data.supply.vec[0]?.aggregator.vec[0];
  return {
    creator_address: wide(coin.split("::")[0]!),
    name: data.name,
    symbol: data.symbol,
    decimals: data.decimals,
    is_token_v2: null,
    icon_uri: null,
    project_uri: null,
    supply_v2: null,
    maximum_v2: null,
    supply_aggregator_table_handle_v1: aggregator === undefined ? null : wide(aggregator.handle),
    // As the text of the resource has it; that of the chain's own coin shows no leading zero.
    supply_aggregator_table_key_v1: aggregator?.key ?? null,
    token_standard: "v1",
  };
}

function assetMetadata(record: PlainRecord, address: string, data: Json): PlainRow {
  const supply = written(record, address, "0x1::fungible_asset::Supply");
  const concurrent = written(record, address, "0x1::fungible_asset::ConcurrentSupply");
  const maximum = supply === undefined ? concurrent?.current.max_value : supply.maximum.vec[0];
  return {
    creator_address: wide(written(record, address, objectCore)?.owner ?? nobody),
    name: data.name,
    symbol: data.symbol,
    decimals: data.decimals,
    is_token_v2: null,
    icon_uri: data.icon_uri,
    project_uri: data.project_uri,
    supply_v2: supply?.current ?? concurrent?.current.value ?? null,
    maximum_v2: maximum ?? null,
    supply_aggregator_table_handle_v1: null,
    supply_aggregator_table_key_v1: null,
    token_standard: "v2",
  };
}

export function plainAssetActivities(record: PlainRecord): readonly PlainRow[] {
  if (!["user", "genesis", "block_metadata", "validator"].includes(record.kind)) return [];
  const rows = record.events
    .map((event) => coinActivity(record, event) ?? assetActivity(record, event))
    .filter((row) => row !== undefined);
  return record.kind === "user" ? [gasRow(record), ...rows] : rows;
}

function activity(record: PlainRecord, columns: PlainRow): PlainRow {
  return {
    transaction_version: record.version,
    block_height: record.block_height,
    transaction_timestamp: seconds(record),
    entry_function_id_str: calledFunction(record),
    is_gas_fee: false,
    gas_fee_payer_address: null,
    is_transaction_success: true,
    storage_refund_amount: "0",
    is_frozen: null,
    amount: null,
    ...columns,
  };
}

function gasRow(record: PlainRecord): PlainRow {
  const { transaction, info, events } = record;
  const statement = events.find(({ type }) => type === "0x1::transaction_fee::FeeStatement");
  const payer = transaction.signature?.fee_payer?.fee_payer_address;
  const owner = wide(transaction.sender);
  return activity(record, {
    event_index: -1,
    type: "0x1::aptos_coin::GasFeeEvent",
    is_gas_fee: true,
    owner_address: owner,
    gas_fee_payer_address: payer === undefined ? null : wide(payer),
    amount: `${BigInt(info.gas_used) * BigInt(transaction.gas_unit_price)}`,
    storage_refund_amount: statement?.data.storage_fee_refund_octas ?? "0",
    asset_type: apt,
    storage_id: primaryStore(owner, wide("0xa")),
    is_transaction_success: info.success,
    token_standard: "v1",
  });
}

function coinActivity(record: PlainRecord, event: PlainEvent): PlainRow | undefined {
  const { type, data, key } = event;
  const isOld = key !== null && (type === "0x1::coin::WithdrawEvent" || type === "0x1::coin::DepositEvent");
  const isNew = type === "0x1::coin::CoinWithdraw" || type === "0x1::coin::CoinDeposit";
  if (!isOld && !isNew) return undefined;
  const owner = wide(isOld ? key.account : data.account);
  const coin = isOld ? coinOfKey(record, event) : data.coin_type;
  if (coin === undefined) return undefined;
  return activity(record, {
    event_index: event.index,
    type,
    owner_address: owner,
    asset_type: coin,
    storage_id: primaryStore(owner, pairedMetadata(coin)),
    amount: data.amount,
    token_standard: "v1",
  });
}

/** By the guids of coin stores written here, else by the owner's one deleted coin store. */
function coinOfKey(record: PlainRecord, { key, type }: PlainEvent): string | undefined {
  const handle = type === "0x1::coin::WithdrawEvent" ? "withdraw_events" : "deposit_events";
  const stores = record.changes.filter((change) => change.type?.startsWith("0x1::coin::CoinStore<"));
  const found = stores.find(({ op, data }) => {
    const id = op === "write" ? data[handle].guid.id : undefined;
    return id !== undefined && wide(id.addr) === wide(key!.account) && id.creation_num === key!.creation_number;
  });
  const deleted = stores.filter(({ op, address }) => op === "delete" && wide(address) === wide(key!.account));
  const store = found ?? (deleted.length === 1 ? deleted[0] : undefined);
  return store && coinOf(store.type, "0x1::coin::CoinStore");
}

const storeEvents = new Set(["Withdraw", "Deposit", "Frozen"].map((name) => `0x1::fungible_asset::${name}`));
const oldStoreEvents = new Set([...storeEvents].map((name) => `${name}Event`));

function assetActivity(record: PlainRecord, event: PlainEvent): PlainRow | undefined {
  const { type, data, key } = event;
  const account = oldStoreEvents.has(type) ? key?.account : storeEvents.has(type) ? data.store : undefined;
  if (account === undefined) return undefined;
  const store = wide(account);
  const { owner, asset } = ownerAndAsset(record, store);
  return activity(record, {
    event_index: event.index,
    type,
    owner_address: owner,
    asset_type: asset,
    storage_id: store,
    is_frozen: data.frozen ?? null,
    amount: data.amount ?? null,
    token_standard: "v2",
  });
}

/**
 * "Written in this transaction at the store, else from FungibleStoreDeletion, else null." The published row of mainnet 2975888978
 * rules the "else": its ObjectCore is written, its FungibleStore is deleted by the event, and its asset is null. So the event is
 * asked only where nothing is written at the store.
 */
function ownerAndAsset(record: PlainRecord, store: string): { owner: string | null; asset: string | null } {
  if (anyWritten(record, store)) {
    const owner = written(record, store, objectCore)?.owner;
    const asset = written(record, store, fungibleStore)?.metadata.inner;
    return { owner: owner === undefined ? null : wide(owner), asset: asset === undefined ? null : wide(asset) };
  }
  const deletion = record.events.find(
    ({ type, data }) => type === "0x1::fungible_asset::FungibleStoreDeletion" && wide(data.store) === store,
  )?.data;
  return deletion === undefined
    ? { owner: null, asset: null }
    : { owner: wide(deletion.owner), asset: wide(deletion.metadata) };
}
