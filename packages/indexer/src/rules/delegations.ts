import { type Infer, u128 } from "@ledger/bcs";
import { formatHex } from "@ledger/types";
import { divide } from "../decimal.ts";
import { DelegationPool, GovernanceRecords, SharePool, StakePool, VoterBucket } from "../layouts/staking.ts";
import type { ItemChange, ResourceChange } from "../record/change.ts";
import type { RecordView } from "../record/record-view.ts";
import type { CurrentRows, Row } from "../row.ts";
import { written } from "./written.ts";

/** The tables that pools hold, by handle: among what rules look up. */
const held = "delegation_tables";

/** The tables with the voters of delegators, by pool: among what rules look up. */
const governance = "delegation_governance";

/** Kinds of tables of a pool by their items, in the order in which the tables of one lead to those of the next. */
export const delegationTableKinds = ["inactive_pools", "active_shares", "inactive_shares", "vote_delegation"] as const;

type Kind = (typeof delegationTableKinds)[number];

/** A table of a pool. */
interface HeldTable {
  readonly pool: string;
  readonly kind: Kind;
  /** The table that leads to it. */
  readonly parent: string;
  /** Shares of the table's numbers that are one. */
  readonly scale: bigint;
}

/**
 * Puts the pools of stakes that a transaction wrote, who has how many shares of them, and who votes for them.
 *
 * @param isWhole - false where the transactions before are not known: then the first one of a pool is not known either
 */
export function putDelegations(record: RecordView, rows: CurrentRows, isWhole: boolean): void {
  for (const change of record.resources) {
    const { type, value } = change;
    if (value === undefined) continue;
    if (type === "0x1::stake::StakePool") putStakePool(record, change, value, rows);
    if (type === "0x1::delegation_pool::DelegationPool") putPool(record, change, value, rows, isWhole);
    if (type === "0x1::delegation_pool::GovernanceRecords") putGovernance(change, value, rows);
  }
  // Shares of a pool that ended its lockup are in a table which an item of another one tells of.
  for (const change of record.items) if (change.itemKey.length === cycleLength) putInactivePool(change, rows);
  for (const change of record.items) {
    if (change.itemKey.length === addressLength) putShares(record, change, rows);
    if (change.itemKey.length === cycleLength) putVoters(record, change, rows);
  }
}

/** Bytes of the keys of lockup cycles and of buckets: a `u64`. */
const cycleLength = 8;
/** Bytes of the keys of shares. */
const addressLength = 32;

function putStakePool(
  { version }: RecordView,
  { address }: ResourceChange,
  value: Uint8Array,
  rows: CurrentRows,
): void {
  const { operator, delegatedVoter } = StakePool.decodePrefix(value).value;
  rows.put("current_staking_pool_voter", address, {
    staking_pool_address: address,
    operator_address: formatHex(operator),
    voter_address: formatHex(delegatedVoter),
    last_transaction_version: version,
  });
}

function putPool(
  { version }: RecordView,
  { address }: ResourceChange,
  value: Uint8Array,
  rows: CurrentRows,
  isWhole: boolean,
): void {
  const pool = DelegationPool.decodePrefix(value).value;
  const [active, inactive] = [formatHex(pool.activeShares.shares.handle), formatHex(pool.inactiveShares)];
  const scale = pool.activeShares.scalingFactor;
  noteTable(active, { pool: address, kind: "active_shares", parent: active, scale }, rows);
  noteTable(inactive, { pool: address, kind: "inactive_pools", parent: inactive, scale }, rows);
  rows.put("current_delegated_staking_pool_balances", address, {
    staking_pool_address: address,
    ...poolColumns(pool),
    last_transaction_version: version,
  });
  const pools = "delegated_staking_pools";
  if (rows.find(pools, address) !== undefined) return;
  rows.put(pools, address, { staking_pool_address: address, first_transaction_version: isWhole ? version : null });
}

function poolColumns({ activeShares, inactiveShares, commission }: Infer<typeof DelegationPool>): Row {
  return {
    total_coins: activeShares.totalCoins,
    total_shares: divide(activeShares.totalShares, activeShares.scalingFactor),
    operator_commission_percentage: commission,
    active_table_handle: formatHex(activeShares.shares.handle),
    inactive_table_handle: formatHex(inactiveShares),
  };
}

/** Rows of `delegated_staking_pool_balances`: the pools that a transaction wrote. */
export function delegatedPoolBalances({ version, resources }: RecordView): Row[] {
  return resources.flatMap(({ address, type, value }) => {
    if (type !== "0x1::delegation_pool::DelegationPool" || value === undefined) return [];
    const columns = poolColumns(DelegationPool.decodePrefix(value).value);
    return [{ transaction_version: version, staking_pool_address: address, ...columns }];
  });
}

function putGovernance({ address: pool }: ResourceChange, value: Uint8Array, rows: CurrentRows): void {
  const handle = formatHex(GovernanceRecords.decodePrefix(value).value.voteDelegation.buckets.handle);
  noteTable(handle, { pool, kind: "vote_delegation", parent: handle, scale: 1n }, rows);
  rows.put(governance, pool, { table_handle: handle });
}

function noteTable(handle: string, { pool, kind, parent, scale }: HeldTable, rows: CurrentRows): void {
  rows.put(held, handle, { pool_address: pool, kind, parent_table_handle: parent, scaling_factor: scale });
}

function tableOf({ handle }: ItemChange, rows: CurrentRows): HeldTable | undefined {
  const row = rows.find(held, handle);
  if (row === undefined) return undefined;
  return {
    pool: row.pool_address as string,
    kind: row.kind as Kind,
    parent: row.parent_table_handle as string,
    scale: row.scaling_factor as bigint,
  };
}

function putInactivePool(change: ItemChange, rows: CurrentRows): void {
  const table = tableOf(change, rows);
  if (table?.kind !== "inactive_pools" || change.value === undefined) return;
  const { shares, scalingFactor: scale } = SharePool.decodePrefix(change.value).value;
  const { pool } = table;
  noteTable(formatHex(shares.handle), { pool, kind: "inactive_shares", parent: change.handle, scale }, rows);
}

function putShares({ version }: RecordView, change: ItemChange, rows: CurrentRows): void {
  const table = tableOf(change, rows);
  if (table?.kind !== "active_shares" && table?.kind !== "inactive_shares") return;
  const { pool, kind, parent, scale } = table;
  const { handle, itemKey, value } = change;
  const delegator = formatHex(itemKey);
  rows.put("current_delegator_balances", `${delegator} ${pool} ${kind} ${handle}`, {
    delegator_address: delegator,
    pool_address: pool,
    pool_type: kind,
    table_handle: handle,
    parent_table_handle: parent,
    shares: value === undefined ? 0n : divide(u128.decode(value), scale),
    last_transaction_version: version,
  });
}

function putVoters(record: RecordView, change: ItemChange, rows: CurrentRows): void {
  const table = tableOf(change, rows);
  if (table?.kind !== "vote_delegation" || change.value === undefined) return;
  for (const { delegator, delegation } of VoterBucket.decode(change.value)) {
    const address = formatHex(delegator);
    rows.put("current_delegated_voter", `${table.pool} ${address}`, {
      delegation_pool_address: table.pool,
      delegator_address: address,
      table_handle: change.handle,
      voter: formatHex(delegation.voter),
      pending_voter: formatHex(delegation.pendingVoter),
      ...written(record),
    });
  }
}
