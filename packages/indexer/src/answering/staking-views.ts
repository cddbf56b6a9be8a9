import { activeTopic } from "../ledger/row-topics.ts";
import { formatTimestamp } from "../record/timestamp.ts";
import type { Row } from "../row.ts";
import { poolRelations, stakingTables } from "../tables/staking-tables.ts";
import { currentRows } from "./current-answers.ts";
import { countIn, type LedgerPicture } from "./picture.ts";
import { type CurrentTable, renamed } from "./table.ts";

/** How many have active shares of each pool. */
export const activeDelegators: CurrentTable<LedgerPicture> = {
  key: ["pool_address"],
  columns: { pool_address: "String", num_active_delegator: "bigint" },
  async *rows(picture, fixed) {
    const pools = "current_delegated_staking_pool_balances";
    for await (const pool of currentRows(picture, pools, renamed(fixed, { pool_address: "staking_pool_address" }))) {
      const address = pool.staking_pool_address as string;
      const count = await countIn(picture, [(most) => picture.index.countRows(activeTopic(address), most)]);
      if (count > 0) yield { pool_address: address, num_active_delegator: BigInt(count) };
    }
  },
};

/** The pools that each delegator has shares of. */
export const delegatorPools: CurrentTable<LedgerPicture> = {
  key: ["delegator_address", "pool_address"],
  columns: { delegator_address: "String", pool_address: "String" },
  relations: poolRelations,
  async *rows(picture, fixed) {
    const seen = new Set<string>();
    for await (const { delegator_address, pool_address, shares } of currentRows(
      picture,
      "current_delegator_balances",
      fixed,
    )) {
      const pair = `${delegator_address as string} ${pool_address as string}`;
      if (shares === 0n || seen.has(pair)) continue;
      seen.add(pair);
      yield { delegator_address: delegator_address!, pool_address: pool_address! };
    }
  },
};

/** Voters of delegators: those that they chose, and the delegators themselves where a pool votes and they chose none. */
export const delegatedVoters: CurrentTable<LedgerPicture> = {
  ...stakingTables.current_delegated_voter,
  async *rows(picture, fixed) {
    const chosen = new Set<string>();
    const pairOf = (delegator: unknown, pool: unknown): string => `${String(delegator)} ${String(pool)}`;
    for await (const row of currentRows(picture, "current_delegated_voter", fixed)) {
      chosen.add(pairOf(row.delegator_address, row.delegation_pool_address));
      yield row;
    }
    const named = renamed(fixed, { delegation_pool_address: "pool_address" });
    for await (const share of currentRows(picture, "current_delegator_balances", named)) {
      if (share.pool_type !== "active_shares" || share.shares === 0n) continue;
      if (chosen.has(pairOf(share.delegator_address, share.pool_address))) continue;
      const own = await ownVote(picture, share);
      if (own !== undefined) yield own;
    }
  },
};

async function ownVote({ index }: LedgerPicture, share: Row): Promise<Row | undefined> {
  const { delegator_address, pool_address, last_transaction_version } = share;
  const governance = await index.find("delegation_governance", pool_address as string);
  if (governance === undefined) return undefined;
  const { timestampUsecs } = await index.records.placeOf(last_transaction_version as bigint);
  return {
    delegation_pool_address: pool_address!,
    delegator_address: delegator_address!,
    table_handle: governance.table_handle!,
    voter: delegator_address!,
    pending_voter: delegator_address!,
    last_transaction_version: last_transaction_version!,
    last_transaction_timestamp: timestampUsecs === undefined ? null : formatTimestamp(timestampUsecs),
  };
}
