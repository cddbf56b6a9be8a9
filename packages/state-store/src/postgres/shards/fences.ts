import { StoreError } from "../../store-error.ts";
import type { HeadRow } from "../rows/head-row.ts";
import { plainHex } from "../rows/key-hash.ts";
import { deleteBareKeys } from "../writing/state-keys.ts";
import type { Query } from "../writing/transaction.ts";

/** The row of one server in `shard_fences`: 0 is the server of the head. */
interface Fence {
  readonly shard: number;
  /** The step of `head` that the last write which this server has kept was to make. */
  readonly step: number;
}

const read = "select shard, step from @.shard_fences";

/**
 * A write of an earlier connection that a server has not ended yet holds the server's row. It is waited for, and where it has changed
 * anything the server refuses this write (40001), which begins again and sees it.
 */
const move = "update @.shard_fences set step = $1";

/**
 * Begins a write on all servers. They end one after the other, the one with the head last: what an earlier write left above the head,
 * because it came no further, is removed first.
 *
 * @param isDoubtful - whether there may be such rows
 * @throws StoreError `corrupt` where a server lacks writes that were acknowledged
 */
export async function beginOnShards(query: Query, head: HeadRow, isDoubtful: boolean): Promise<void> {
  if (isDoubtful) {
    const fences = await query<Fence>(read, []);
    const isUnfinished = judgeFences(fences, head);
    // Before the first commit there is a base, or what is left of one that was taken back.
    if (isUnfinished || head.version === null) await removeAboveHead(query, head);
  }
  await query(move, [head.step + 1]);
}

/**
 * Compares what the servers have kept. The row of the server with the head moves with the head.
 *
 * @returns true if some have kept a write that the head lacks
 */
function judgeFences(fences: readonly Fence[], { step, shards }: Pick<HeadRow, "step" | "shards">): boolean {
  const own = fences.find(({ shard }) => shard === 0);
  if (own === undefined || fences.length !== shards + 1) {
    throw new StoreError("corrupt", `the store has ${shards} shards, and ${fences.length - 1} of them have their row`);
  }
  for (const { shard, step: kept } of fences) {
    if (kept < own.step) throw new StoreError("corrupt", `shard ${shard} lacks writes that were acknowledged`);
    if (kept > step + 1) {
      throw new StoreError(
        "corrupt",
        `the server with the head lacks writes that shard ${shard} has: it was replaced too early`,
      );
    }
  }
  return fences.some(({ step: kept }) => kept > own.step);
}

async function removeAboveHead(query: Query, { version, base_version }: HeadRow): Promise<void> {
  const last = version ?? (base_version === null ? -1 : base_version - 1);
  const gone = await query<{ key_hash: string }>("delete from @.state_values where version > $1 returning key_hash", [
    last,
  ]);
  await deleteBareKeys(query, [...new Set(gone.map(({ key_hash }) => plainHex(key_hash)))]);
}
