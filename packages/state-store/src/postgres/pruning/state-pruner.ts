import { encodeHashes } from "../rows/copy-rows.ts";
import type { LedgerHead } from "../rows/head-row.ts";
import { plainHex } from "../rows/key-hash.ts";
import { rowBytes } from "../rows/sizes.ts";
import { type SweptRows, sweepShards } from "../shards/sweep.ts";
import { deleteBareKeys } from "../writing/state-keys.ts";
import type { Transaction } from "../writing/transaction.ts";

/** Most state writes swept in one run: bounds the memory of their keys. */
const longestSweep = 1_000_000;
/** Bytes of a key's hash. */
const hashBytes = 16;

/** Versions whose writes are swept together, after `from` and up to `to`. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** The keys that were written in a range, in hexadecimal and in order, each with how often. */
interface Run extends Range {
  readonly keys: readonly string[];
  readonly writes: ReadonlyMap<string, number>;
}

/** The result of a step of the sweep. */
interface Swept {
  readonly rows: number;
  readonly bytes: number;
  /** How many of its keys are done, from the first on. */
  readonly done: number;
  /** State keys that have no row any more. */
  readonly deletedKeys: readonly Uint8Array[];
}

/** The result of a step of a prune. */
export interface PrunedState {
  readonly head: LedgerHead;
  readonly deleted: number;
  /** State keys that have no row any more. */
  readonly deletedKeys: readonly Uint8Array[];
}

/**
 * For a key `w` twice the newest version up to one, and one more if that row is a removal which no older version can see. Where the
 * base is partial (`$3`) there is no such removal: a key without a row is unknown there. It is one number because distributed engines
 * plan a look-up of one value for a row, and not a lateral join.
 */
const newest = (version: string) => `
  (select 2 * v.version + case when v.value is null and not $3 then 1 else 0 end
   from @.state_values v where v.key_hash = w.key_hash and v.version <= ${version} order by v.version desc limit 1)`;

/** The version below which no reader sees the rows of a key, from what {@link newest} found: the removal goes, too. */
const boundOf = (found: string) => `((${found} + 1) >> 1)`;

/**
 * Deletes what is stale of the keys `$1`, which lie between `$4` and `$5`: these two keep the planner from reading the index from
 * its start. With a `cut`, of each key the oldest rows only, at most `$6`.
 */
const sweep = (cut: boolean) => `
  with bounds as (
    select f.key_hash, ${cut ? `coalesce(f.cut, ${boundOf("f.found")})` : boundOf("f.found")} as bound,
      f.found & 1 = 1${cut ? " and f.cut is null" : ""} as is_removal
    from (
      select w.key_hash, ${newest("$2")} as found${
        cut
          ? `, (select v.version from @.state_values v
               where v.key_hash = w.key_hash and v.version <= $2 order by v.version offset $6 limit 1) as cut`
          : ""
      }
      -- The offset keeps the planner from looking a value up as often as it is named.
      from unnest($1::uuid[]) w (key_hash) offset 0
    ) f where f.found is not null
  ), gone as (
    delete from @.state_values v using bounds b
    where v.key_hash = b.key_hash and v.version < b.bound and v.key_hash between $4 and $5
    returning coalesce(octet_length(v.value), 0) + coalesce(octet_length(v.metadata), 0) as bytes
  )
  select count(*) as rows, coalesce(sum(bytes), 0)::bigint as bytes,
    (select string_agg(key_hash::text, ',') from bounds where is_removal) as removed
  from gone`;

const sweepWhole = sweep(false);
const sweepCut = sweep(true);

/**
 * Deletes state values that no kept version can see. A run covers a range of versions: its first step moves the watermark, then
 * it visits every key written in the range, in the order of the keys, as many at a time as have about the rows that a step may
 * delete. How far it is is kept in the head row.
 */
export class StatePruner {
  #run: Run | undefined;

  /** Returns true if the rows below the watermark are all gone. */
  static isSwept({ swept_version, oldest_version }: LedgerHead): boolean {
    return swept_version === oldest_version;
  }

  /**
   * Takes one step towards `target`: moves the watermark if no run is under way, then deletes at most `maxRows` rows.
   *
   * @returns the head row afterwards, and how many rows went
   */
  async prune(transaction: Transaction, head: LedgerHead, target: number, maxRows: number): Promise<PrunedState> {
    if (StatePruner.isSwept(head)) {
      if (target <= head.oldest_version) return { head, deleted: 0, deletedKeys: [] };
      const to = await this.#runEnd(transaction, head.swept_version, target);
      return { head: { ...head, oldest_version: to, sweep_key: null }, deleted: 0, deletedKeys: [] };
    }
    const run = await this.#openRun(transaction, { from: head.swept_version, to: head.oldest_version });
    const start = head.sweep_key === null ? 0 : firstAbove(run.keys, plainHex(head.sweep_key));
    const chunk = takeKeys(run, start, maxRows);
    if (chunk.length > 0) {
      const { rows, bytes, done, deletedKeys } = await this.#sweep(transaction, head, run, chunk, maxRows);
      const state_bytes = Math.max(0, head.state_bytes - bytes);
      const swept = { ...head, sweep_key: run.keys[start + done - 1] ?? null, state_bytes };
      const isDone = start + done === run.keys.length;
      return { head: isDone ? await this.#endRun(transaction, swept) : swept, deleted: rows, deletedKeys };
    }
    return { head: await this.#endRun(transaction, head), deleted: 0, deletedKeys: [] };
  }

  /** Counts what a prune to `target` would delete. */
  async plan(transaction: Transaction, head: LedgerHead, target: number): Promise<{ rows: number; bytes: number }> {
    let rows = 0;
    let bytes = 0;
    for (let from = head.swept_version; from < target; ) {
      const to = await this.#runEnd(transaction, from, target);
      const { keys } = await readRun(transaction, { from, to });
      for (let i = 0; i < keys.length; i += 10_000) {
        const [counted] = await transaction.query<{ rows: number; bytes: number }>(
          `select count(*) as rows, coalesce(sum(coalesce(octet_length(d.value), 0) + coalesce(octet_length(d.metadata), 0)), 0)::bigint as bytes
           from (
               select w.key_hash, ${newest("$4")} as before, ${newest("$2")} as after from unnest($1::uuid[]) w (key_hash) offset 0
             ) f
             join @.state_values d on d.key_hash = f.key_hash
               and d.version >= coalesce(${boundOf("f.before")}, -1) and d.version < ${boundOf("f.after")}`,
          [encodeHashes(keys.slice(i, i + 10_000)), to, head.base_is_partial === true, from],
        );
        rows += counted!.rows;
        bytes += counted!.bytes;
      }
      from = to;
    }
    return { rows, bytes };
  }

  /** Deletes what is stale of keys that follow one another; of one key alone that has more rows than a step may delete, as many. */
  async #sweep(
    transaction: Transaction,
    head: LedgerHead,
    { writes }: Run,
    keys: readonly string[],
    maxRows: number,
  ): Promise<Swept> {
    const isCut = writes.get(keys[0]!)! > maxRows;
    const { rows, bytes, removed } =
      head.shards > 0
        ? await sweepShards(transaction, head, keys, isCut ? maxRows : undefined)
        : await sweepTable(transaction, head, keys, isCut ? maxRows : undefined);
    const deletedKeys = await deleteBareKeys(transaction.query, removed);
    return {
      rows,
      bytes: bytes + rows * rowBytes.stateValue + deletedKeys.length * rowBytes.stateKey,
      done: isCut && rows >= maxRows ? 0 : keys.length,
      deletedKeys,
    };
  }

  async #endRun(transaction: Transaction, head: LedgerHead): Promise<LedgerHead> {
    await transaction.query("delete from @.written_keys where last_version <= $1", [head.oldest_version]);
    return { ...head, swept_version: head.oldest_version, sweep_key: null };
  }

  /** The end of a run that begins after `from`: `target`, or less when that would be too many writes. */
  async #runEnd(transaction: Transaction, from: number, target: number): Promise<number> {
    const batches = await transaction.query<{ last_version: number; writes: number }>(
      `select last_version, sum(octet_length(key_hashes) / ${hashBytes})::bigint as writes from @.written_keys
       where last_version > $1 and first_version <= $2 group by last_version order by last_version`,
      [from, target],
    );
    let writes = 0;
    let end = from;
    for (const batch of batches) {
      writes += batch.writes;
      if (writes > longestSweep && end > from) return end;
      end = Math.min(batch.last_version, target);
    }
    return target;
  }

  async #openRun(transaction: Transaction, range: Range): Promise<Run> {
    const { from, to } = range;
    if (this.#run?.from !== from || this.#run.to !== to) this.#run = await readRun(transaction, range);
    return this.#run;
  }
}

async function sweepTable(
  { query }: Transaction,
  { oldest_version, base_is_partial }: LedgerHead,
  keys: readonly string[],
  most: number | undefined,
): Promise<SweptRows> {
  const values = [encodeHashes(keys), oldest_version, base_is_partial === true, keys[0]!, keys.at(-1)!];
  const [swept] = await query<{ rows: number; bytes: number; removed: string | null }>(
    most === undefined ? sweepWhole : sweepCut,
    most === undefined ? values : [...values, most],
  );
  const { rows, bytes, removed } = swept!;
  return { rows, bytes, removed: removed === null ? [] : removed.split(",").map(plainHex) };
}

async function readRun(transaction: Transaction, { from, to }: Range): Promise<Run> {
  const rows = await transaction.query<{ key_hashes: Uint8Array }>(
    "select key_hashes from @.written_keys where last_version > $1 and first_version <= $2",
    [from, to],
  );
  const writes = new Map<string, number>();
  for (const { key_hashes } of rows) {
    const hex = Buffer.from(key_hashes.buffer, key_hashes.byteOffset, key_hashes.length).toString("hex");
    for (let i = 0; i < hex.length; i += 2 * hashBytes) {
      const key = hex.slice(i, i + 2 * hashBytes);
      writes.set(key, (writes.get(key) ?? 0) + 1);
    }
  }
  return { from, to, keys: [...writes.keys()].sort(), writes };
}

/**
 * The keys of a run from one on that a step sweeps: each write makes one older row stale, at most, so as many keys as have been
 * written `maxRows` times together, and one at least.
 */
function takeKeys({ keys, writes }: Run, start: number, maxRows: number): readonly string[] {
  let end = start;
  for (let rows = 0; end < keys.length; end++) {
    rows += writes.get(keys[end]!)!;
    if (rows > maxRows && end > start) break;
  }
  return keys.slice(start, end);
}

/** Index of the first key above one. */
function firstAbove(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! <= key) low = middle + 1;
    else high = middle;
  }
  return low;
}
