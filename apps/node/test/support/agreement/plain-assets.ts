import { createHash } from "node:crypto";
import { nobody, type PlainTables, type Row, writesOf } from "./plain-state.ts";
import { long, type Members, type RestRecord, secondsText } from "./rest-record.ts";

// Sections 3.1 to 3.3 of the description of the tables, written once more, over the JSON of the REST API.

const apt = "0x1::aptos_coin::AptosCoin";
const coinStore = /^0x1::coin::CoinStore<(.*)>$/s;
const coinInfo = /^0x1::coin::CoinInfo<(.*)>$/s;
const store = "0x1::fungible_asset::FungibleStore";

const sha3 = (...parts: readonly Uint8Array[]): string =>
  `0x${createHash("sha3-256").update(Buffer.concat(parts)).digest("hex")}`;
const bytesOf = (address: string): Uint8Array => Buffer.from(long(address).slice(2), "hex");

/** The metadata that a coin is paired with. */
function metadataOf(coin: string): string {
  if (coin === apt) return long("0xa");
  return sha3(bytesOf("0xa"), Buffer.from(coin), Uint8Array.of(0xfe));
}

function primary(owner: string, metadata: string): string {
  return sha3(bytesOf(owner), bytesOf(metadata), Uint8Array.of(0xfc));
}

/** Follows balances, descriptions and movements of assets. */
export class PlainAssets {
  readonly #tables: PlainTables;
  /** Coins that have been seen, by metadata. */
  readonly #coins = new Map([[long("0xa"), apt]]);

  constructor(tables: PlainTables) {
    this.#tables = tables;
  }

  apply(record: RestRecord): void {
    const writes = writesOf(record);
    for (const { type, data } of writes.resources) {
      const coin = coinInfo.exec(type)?.[1];
      if (coin === undefined || data === undefined) continue;
      this.#coins.set(metadataOf(coin), coin);
      this.#describeCoin(record, coin, data);
    }
    for (const { address, type, data } of writes.resources) {
      const coin = coinStore.exec(type)?.[1];
      if (coin !== undefined) this.#coinHalf(record, address, coin, data);
    }
    for (const { address, type, data } of writes.resources) {
      if (data === undefined) continue;
      if (type === store) this.#assetHalf(record, address, data);
      if (type === "0x1::fungible_asset::Metadata") this.#describeAsset(record, address, data);
    }
    for (const event of record.json.events ?? []) {
      if (event.type === "0x1::fungible_asset::FungibleStoreDeletion") this.#removed(record, event.data);
    }
    this.#activities(record);
  }

  #balance(id: string, change: Row, halves: Row): void {
    const table = this.#tables.table("current_fungible_asset_balances");
    const half = (name: string) => ({ [`${name}_v1`]: null, [`${name}_v2`]: null });
    const nothing = {
      ...half("asset_type"),
      ...half("amount"),
      ...half("last_transaction_version"),
      ...half("last_transaction_timestamp"),
    };
    const row: Record<string, Row[string]> = { ...nothing, ...table.get(id), storage_id: id, ...change, ...halves };
    const [v1, v2] = [row.last_transaction_version_v1, row.last_transaction_version_v2] as (bigint | null)[];
    row.amount = ((row.amount_v1 as bigint) ?? 0n) + ((row.amount_v2 as bigint) ?? 0n);
    row.asset_type = row.asset_type_v1 ?? row.asset_type_v2!;
    row.token_standard = row.asset_type_v1 === null ? "v2" : "v1";
    const isFirst = v2 === null || (v1 !== null && v1! > v2!);
    row.last_transaction_version = isFirst ? v1! : v2!;
    row.last_transaction_timestamp = row[`last_transaction_timestamp_v${isFirst ? 1 : 2}`]!;
    table.set(id, row);
  }

  #coinHalf(record: RestRecord, owner: string, coin: string, data: Members | undefined): void {
    if (coin.length > 1_000) return;
    this.#balance(
      primary(owner, metadataOf(coin)),
      { owner_address: owner, is_primary: true, is_frozen: data?.frozen ?? false },
      {
        asset_type_v1: coin,
        amount_v1: BigInt(data?.coin.value ?? 0),
        last_transaction_version_v1: record.version,
        last_transaction_timestamp_v1: secondsText(record.usecs),
      },
    );
  }

  #half(record: RestRecord, id: string, metadata: string, amount: bigint, change: Row): void {
    const coin = this.#coins.get(metadata);
    this.#balance(id, change, {
      asset_type_v2: metadata,
      amount_v2: amount,
      ...(coin !== undefined && { asset_type_v1: coin }),
      last_transaction_version_v2: record.version,
      last_transaction_timestamp_v2: secondsText(record.usecs),
    });
  }

  #assetHalf(record: RestRecord, id: string, data: Members): void {
    const writes = writesOf(record);
    const owner = writes.written(id, "0x1::object::ObjectCore");
    const metadata = long(data.metadata.inner);
    const concurrent = writes.written(id, "0x1::fungible_asset::ConcurrentFungibleBalance");
    const holder = owner === undefined ? nobody : long(owner.owner);
    this.#half(record, id, metadata, BigInt(concurrent?.balance.value ?? data.balance), {
      owner_address: holder,
      is_frozen: data.frozen,
      is_primary: id === primary(holder, metadata),
    });
  }

  #removed(record: RestRecord, data: Members): void {
    const writes = writesOf(record);
    const id = long(data.store);
    const core = writes.written(id, "0x1::object::ObjectCore");
    const isAlone = core !== undefined && writes.written(id, store) === undefined;
    if (!isAlone && !writes.removes(id, "0x1::object::ObjectGroup")) return;
    const owner = long(core === undefined ? data.owner : core.owner);
    this.#half(record, id, long(data.metadata), 0n, { owner_address: owner, is_frozen: false, is_primary: false });
  }

  #describeCoin(record: RestRecord, coin: string, data: Members): void {
    const aggregator = data.supply.vec[0]?.aggregator.vec[0];
    this.#tables.table("fungible_asset_metadata").set(coin, {
      asset_type: coin,
      creator_address: long(coin.slice(0, coin.indexOf("::"))),
      name: data.name,
      symbol: data.symbol,
      decimals: Number(data.decimals),
      icon_uri: null,
      project_uri: null,
      token_standard: "v1",
      supply_v2: null,
      maximum_v2: null,
      supply_aggregator_table_handle_v1: aggregator === undefined ? null : long(aggregator.handle),
      supply_aggregator_table_key_v1: aggregator?.key ?? null,
      last_transaction_version: record.version,
      last_transaction_timestamp: secondsText(record.usecs),
    });
  }

  #describeAsset(record: RestRecord, id: string, data: Members): void {
    const writes = writesOf(record);
    const owner = writes.written(id, "0x1::object::ObjectCore");
    const plain = writes.written(id, "0x1::fungible_asset::Supply");
    const concurrent = writes.written(id, "0x1::fungible_asset::ConcurrentSupply");
    const whole = (value: Members): bigint | null => (value === undefined ? null : BigInt(value));
    this.#tables.table("fungible_asset_metadata").set(id, {
      asset_type: id,
      creator_address: owner === undefined ? nobody : long(owner.owner),
      name: data.name,
      symbol: data.symbol,
      decimals: Number(data.decimals),
      icon_uri: data.icon_uri,
      project_uri: data.project_uri,
      token_standard: "v2",
      supply_v2: whole(plain?.current ?? concurrent?.current.value),
      maximum_v2: whole(plain === undefined ? concurrent?.current.max_value : plain.maximum.vec[0]),
      supply_aggregator_table_handle_v1: null,
      supply_aggregator_table_key_v1: null,
      last_transaction_version: record.version,
      last_transaction_timestamp: secondsText(record.usecs),
    });
  }

  #activities(record: RestRecord): void {
    const { json, version } = record;
    if (json.type === "block_epilogue_transaction" || json.type === "state_checkpoint_transaction") return;
    const writes = writesOf(record);
    const add = (index: bigint, row: Row): void => {
      this.#tables.table("fungible_asset_activities").set(`${version} ${index}`, {
        transaction_version: version,
        event_index: index,
        block_height: record.height,
        transaction_timestamp: secondsText(record.usecs),
        is_frozen: null,
        is_gas_fee: false,
        gas_fee_payer_address: null,
        is_transaction_success: true,
        entry_function_id_str: calledBy(json),
        storage_refund_amount: 0n,
        ...row,
      });
    };
    if (json.type === "user_transaction") {
      const fee = json.events.find((event: Members) => event.type === "0x1::transaction_fee::FeeStatement");
      const payer = json.signature?.type === "fee_payer_signature" ? long(json.signature.fee_payer_address) : null;
      add(-1n, {
        type: "0x1::aptos_coin::GasFeeEvent",
        is_gas_fee: true,
        owner_address: long(json.sender),
        storage_id: primary(json.sender, "0xa"),
        asset_type: apt,
        amount: BigInt(json.gas_used) * BigInt(json.gas_unit_price),
        gas_fee_payer_address: payer,
        is_transaction_success: json.success,
        storage_refund_amount: BigInt(fee?.data.storage_fee_refund_octas ?? 0),
        token_standard: "v1",
      });
    }
    for (const [place, { type, data, guid }] of (json.events ?? []).entries()) {
      const index = BigInt(place);
      const account = long(guid.account_address);
      const coinRow = (owner: string, coin: string): Row => ({
        type,
        owner_address: owner,
        storage_id: primary(owner, metadataOf(coin)),
        asset_type: coin,
        amount: BigInt(data.amount),
        token_standard: "v1",
      });
      if (type === "0x1::coin::WithdrawEvent" || type === "0x1::coin::DepositEvent") {
        const coin = coinOfKey(record, guid);
        if (coin !== undefined) add(index, coinRow(account, coin));
      } else if (type === "0x1::coin::CoinWithdraw" || type === "0x1::coin::CoinDeposit") {
        add(index, coinRow(long(data.account), data.coin_type));
      } else if (/^0x1::fungible_asset::(Withdraw|Deposit|Frozen)(Event)?$/.test(type)) {
        const id = type.endsWith("Event") ? account : long(data.store);
        const core = writes.written(id, "0x1::object::ObjectCore");
        const held = writes.written(id, store);
        const gone = json.events.find(
          (event: Members) =>
            event.type === "0x1::fungible_asset::FungibleStoreDeletion" && long(event.data.store) === id,
        );
        const isLeft = writes.writesAny(id);
        const owner = isLeft ? core?.owner : gone?.data.owner;
        const asset = isLeft ? held?.metadata.inner : gone?.data.metadata;
        add(index, {
          type,
          owner_address: owner === undefined ? null : long(owner),
          storage_id: id,
          asset_type: asset === undefined ? null : long(asset),
          amount: data.amount === undefined ? null : BigInt(data.amount),
          is_frozen: data.frozen ?? null,
          token_standard: "v2",
        });
      }
    }
  }
}

/** The function that a transaction called, also by a multisig account. */
export function calledBy(json: Members): string | null {
  const { payload } = json;
  return payload?.function ?? payload?.transaction_payload?.function ?? null;
}

/** The coin of the store that an event stream belongs to. */
function coinOfKey(record: RestRecord, guid: Members): string | undefined {
  const owner = long(guid.account_address);
  const own = writesOf(record).resources.filter(({ address, type }) => address === owner && coinStore.test(type));
  const isOf = (events: Members): boolean =>
    String(events.guid.id.creation_num) === String(guid.creation_number) && long(events.guid.id.addr) === owner;
  const held = own.find(({ data }) => data !== undefined && (isOf(data.deposit_events) || isOf(data.withdraw_events)));
  const gone = own.filter(({ data }) => data === undefined);
  const found = held ?? (gone.length === 1 ? gone[0] : undefined);
  return found && coinStore.exec(found.type)![1];
}
