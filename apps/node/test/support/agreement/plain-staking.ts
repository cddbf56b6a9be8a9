import { nobody, type PlainTables, type PlainValue, type Row, writesOf } from "./plain-state.ts";
import { long, type Members, type RestRecord, timeText } from "./rest-record.ts";

/** A table that a pool of delegated stakes holds. */
interface PoolTable {
  readonly pool: string;
  readonly kind: "active_shares" | "inactive_pools" | "inactive_shares" | "votes";
  readonly parent: string;
  readonly scale: bigint;
}

/** Follows the tables of delegated stakes: section 3.10 of the description. */
export class PlainStaking {
  readonly #tables: PlainTables;
  readonly #held = new Map<string, PoolTable>();
  readonly #votes = new Map<string, string>();
  /** Times of the records that wrote active shares, by pool and delegator. */
  readonly #times = new Map<string, string>();

  constructor(tables: PlainTables) {
    this.#tables = tables;
  }

  apply(record: RestRecord): void {
    for (const { address, type, data } of writesOf(record).resources) {
      if (data === undefined) continue;
      if (type === "0x1::delegation_pool::DelegationPool") this.#pool(record, address, data);
      if (type === "0x1::stake::StakePool") {
        this.#tables.table("current_staking_pool_voter").set(address, {
          staking_pool_address: address,
          operator_address: long(data.operator_address),
          voter_address: long(data.delegated_voter),
          last_transaction_version: record.version,
        });
      }
      if (type === "0x1::delegation_pool::GovernanceRecords") {
        const handle = long(data.vote_delegation.buckets.inner.handle);
        this.#votes.set(address, handle);
        this.#held.set(handle, { pool: address, kind: "votes", parent: handle, scale: 1n });
      }
    }
    const items = (record.json.changes as readonly Members[]).filter(({ type }) => /_table_item$/.test(type));
    for (const { type, handle, value } of items) {
      const table = this.#held.get(long(handle));
      if (table?.kind !== "inactive_pools" || type !== "write_table_item") continue;
      // Coins, shares, the handle of their table and its length, the scale.
      const inner = `0x${value.slice(2 + 48, 2 + 112)}`;
      const scale = littleEndian(value.slice(2 + 128, 2 + 144));
      this.#held.set(inner, { pool: table.pool, kind: "inactive_shares", parent: long(handle), scale });
    }
    for (const item of items) {
      const table = this.#held.get(long(item.handle));
      if (table === undefined) continue;
      if (table.kind === "active_shares" || table.kind === "inactive_shares") this.#share(record, item, table);
      if (table.kind === "votes" && item.type === "write_table_item") this.#voters(record, item, table);
    }
  }

  #pool({ version }: RestRecord, address: string, data: Members): void {
    const { active_shares: active, inactive_shares: inactive } = data;
    const handles = [long(active.shares.inner.handle), long(inactive.handle)] as const;
    const scale = BigInt(active.scaling_factor);
    this.#held.set(handles[0], { pool: address, kind: "active_shares", parent: handles[0], scale });
    this.#held.set(handles[1], { pool: address, kind: "inactive_pools", parent: handles[1], scale });
    const row = {
      staking_pool_address: address,
      total_coins: BigInt(active.total_coins),
      total_shares: quotient(BigInt(active.total_shares), scale),
      operator_commission_percentage: BigInt(data.operator_commission_percentage),
      active_table_handle: handles[0],
      inactive_table_handle: handles[1],
    };
    this.#tables.table("current_delegated_staking_pool_balances").set(address, {
      ...row,
      last_transaction_version: version,
    });
    this.#tables
      .table("delegated_staking_pool_balances")
      .set(`${version} ${address}`, { ...row, transaction_version: version });
    const pools = this.#tables.table("delegated_staking_pools");
    if (!pools.has(address)) {
      pools.set(address, { staking_pool_address: address, first_transaction_version: version });
    }
  }

  #share({ version, usecs }: RestRecord, item: Members, { pool, kind, parent, scale }: PoolTable): void {
    const handle = long(item.handle);
    const delegator = item.key as string;
    const isWritten = item.type === "write_table_item";
    this.#times.set(`${pool} ${delegator}`, timeText(usecs));
    this.#tables.table("current_delegator_balances").set(`${delegator} ${pool} ${kind} ${handle}`, {
      delegator_address: delegator,
      pool_address: pool,
      pool_type: kind,
      table_handle: handle,
      parent_table_handle: parent,
      shares: isWritten ? quotient(littleEndian(item.value.slice(2)), scale) : "0",
      last_transaction_version: version,
    });
  }

  /** Each bucket is a list of a hash, the delegator, the voter, the voter to come and a time. */
  #voters({ version, usecs }: RestRecord, item: Members, { pool }: PoolTable): void {
    const handle = long(item.handle);
    const size = 2 * (8 + 3 * 32 + 8);
    const entries = (item.value as string).slice(4);
    for (let start = 0; start < entries.length; start += size) {
      const [delegator, voter, pending] = [0, 1, 2].map((place) => {
        return `0x${entries.slice(start + 16 + 64 * place, start + 16 + 64 * (place + 1))}`;
      }) as [string, string, string];
      this.#tables.table("current_delegated_voter").set(`${pool} ${delegator}`, {
        delegation_pool_address: pool,
        delegator_address: delegator,
        table_handle: handle,
        voter,
        pending_voter: pending,
        last_transaction_version: version,
        last_transaction_timestamp: timeText(usecs),
      });
    }
  }

  /** Makes the views, and the voters of those who chose none. */
  finish(): void {
    const active = new Map<string, bigint>();
    for (const share of this.#tables.list("current_delegator_balances")) {
      if (share.shares === "0") continue;
      const { delegator_address: delegator, pool_address } = share;
      const pool = pool_address as string;
      this.#tables
        .table("delegator_distinct_pool")
        .set(`${delegator as string} ${pool}`, { delegator_address: delegator!, pool_address: pool });
      if (share.pool_type !== "active_shares") continue;
      if (delegator !== nobody) active.set(pool, (active.get(pool) ?? 0n) + 1n);
      this.#ownVote(pool, share);
    }
    for (const [pool, count] of active) {
      this.#tables
        .table("num_active_delegator_per_pool")
        .set(pool, { pool_address: pool, num_active_delegator: count });
    }
  }

  #ownVote(pool: string, { delegator_address: delegator, last_transaction_version: version }: Row): void {
    const handle = this.#votes.get(pool);
    const key = `${pool} ${delegator as string}`;
    const voters = this.#tables.table("current_delegated_voter");
    if (handle === undefined || voters.has(key)) return;
    voters.set(key, {
      delegation_pool_address: pool,
      delegator_address: delegator!,
      table_handle: handle,
      voter: delegator!,
      pending_voter: delegator!,
      last_transaction_version: version!,
      last_transaction_timestamp: this.#times.get(key)!,
    });
  }
}

/** A number from the hexadecimal digits of its bytes, the lowest first. */
function littleEndian(hex: string): bigint {
  const bytes = hex.match(/../g) ?? [];
  return BigInt(`0x${bytes.reverse().join("")}`);
}

/** A quotient by a power of ten as a text, with all its digits. */
function quotient(value: bigint, scale: bigint): PlainValue {
  const [whole, rest] = [value / scale, value % scale];
  if (rest === 0n) return `${whole}`;
  const digits = `${rest}`.padStart(`${scale}`.length - 1, "0").replace(/0+$/, "");
  return `${whole}.${digits}`;
}
