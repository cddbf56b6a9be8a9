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
  /** The step of the write before that one: every server had kept it. */
  readonly previous: number;
}

const read = "select shard, step, previous from @.shard_fences";

/**
 * A write of an earlier connection that a server has not ended yet holds the server's row. It is waited for, and where it has changed
 * anything the server refuses this write (40001), which begins again and sees it. The row of a server that lacks the last write stays.
 */
const move = "update @.shard_fences set step = $1, previous = $2 where step >= $2 returning shard";

/**
 * Begins a write on all servers. They end one after the other, the one with the head last: what an earlier write left above the head,
 * because it came no further, is removed first.
 *
 * @param ended - the step of the last write, where all servers are known to have kept it and no later one
 * @throws StoreError `corrupt` where a server lacks writes that were acknowledged
 */
export async function beginOnShards(query: Query, head: HeadRow, ended: number | undefined): Promise<void> {
  const last = ended ?? (await removeUnfinished(query, head));
  const moved = await query<Pick<Fence, "shard">>(move, [head.step + 1, last]);
  // A shard that was replaced between two writes is noticed here: the first server connects to it again without a word.
  for (let shard = 0; shard <= head.shards; shard++) {
    if (!moved.some((row) => row.shard === shard)) throw lacksWrites(shard);
  }
}

/** @returns the step of the last write that all servers have kept */
async function removeUnfinished(query: Query, head: HeadRow): Promise<number> {
  const { last, isUnfinished } = judgeFences(await query<Fence>(read, []), head);
  // Before the first commit there is a base, or what is left of one that was taken back.
  if (isUnfinished || head.version === null) await removeAboveHead(query, head);
  return last;
}

/**
 * Compares what the servers have kept. The row of the server with the head moves with the head. The step of the head tells less: each
 * renewal of the lease counts it, too, so a head that was lost would soon have made up for it.
 */
function judgeFences(
  fences: readonly Fence[],
  { shards }: Pick<HeadRow, "shards">,
): {
  /** The step of the last write that all servers have kept. */
  readonly last: number;
  /** True if some have kept a write that the head lacks. */
  readonly isUnfinished: boolean;
} {
  const own = fences.find(({ shard }) => shard === 0);
  if (own === undefined || fences.length !== shards + 1) {
    throw new StoreError("corrupt", `the store has ${shards} shards, and ${fences.length - 1} of them have their row`);
  }
  const last = own.step;
  for (const { shard, step, previous } of fences) {
    if (step < last) throw lacksWrites(shard);
    if (step > last && previous !== last) {
      throw new StoreError(
        "corrupt",
        `the server with the head lacks writes that shard ${shard} has: it was replaced too early`,
      );
    }
  }
  return { last, isUnfinished: fences.some(({ step }) => step > last) };
}

function lacksWrites(shard: number): StoreError {
  return new StoreError("corrupt", `shard ${shard} lacks writes that were acknowledged`);
}

async function removeAboveHead(query: Query, { version, base_version }: HeadRow): Promise<void> {
  const last = version ?? (base_version === null ? -1 : base_version - 1);
  const gone = await query<{ key_hash: string }>("delete from @.state_values where version > $1 returning key_hash", [
    last,
  ]);
  await deleteBareKeys(query, [...new Set(gone.map(({ key_hash }) => plainHex(key_hash)))]);
}
