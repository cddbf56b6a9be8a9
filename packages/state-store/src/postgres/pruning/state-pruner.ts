import { encodeArray } from "../rows/copy-rows.ts";
import type { LedgerHead } from "../rows/head-row.ts";
import { joinKey } from "../rows/key-hash.ts";
import { rowBytes } from "../rows/sizes.ts";
import type { Transaction } from "../writing/writer.ts";

/** Most state writes swept in one run: bounds the memory of their keys. */
const longestSweep = 1_000_000;
/** Bytes of a key's hash. */
const hashBytes = 16;
/** A step looks at so many keys at least. */
const leastKeys = 16;

/** Versions whose writes are swept together, after `from` and up to `to`. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** What a step of the sweep did. */
interface Swept {
  readonly rows: number;
  readonly bytes: number;
  /** How many of its keys are done, from the first on. */
  readonly done: number;
  /** State keys that have no row any more. */
  readonly deletedKeys: readonly Uint8Array[];
}

/** What a step of a prune did. */
export interface PrunedState {
  readonly head: LedgerHead;
  readonly deleted: number;
  /** State keys that have no row any more. */
  readonly deletedKeys: readonly Uint8Array[];
}

/**
 * For a key `w` the version below which no reader from `$2` on sees its rows. A removal that no older version can
 * see goes too, but not where the base is partial (`$3`): there a key without a row is unknown.
 */
const bound = (version: string) => `
  select v.version + case when v.value is null and not $3 then 1 else 0 end as bound
  from @.state_values v where v.key_hash = w.key_hash and v.version <= ${version} order by v.version desc limit 1`;

/**
 * Deletes state values that no kept version can see. A run covers a range of versions: its first step moves the watermark, then
 * it visits every key written in the range, in the order of the keys, and never deletes more rows at once than it may. Where it
 * stands is kept in the head row.
 */
export class StatePruner {
  /** Keys of the run under way, in hexadecimal and in order, and the range they belong to. */
  #run: (Range & { readonly keys: readonly string[] }) | undefined;
  /** Keys that the last step got through for each row that it deleted: a step looks at few that it has no room for. */
  #keysPerRow = 1;

  /** Whether the rows below the watermark are all gone. */
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
    const keys = await this.#openRun(transaction, { from: head.swept_version, to: head.oldest_version });
    const start = head.sweep_key === null ? 0 : firstAbove(keys, plainHex(head.sweep_key));
    const length = Math.min(maxRows, Math.max(leastKeys, Math.ceil(maxRows * this.#keysPerRow)));
    const chunk = keys.slice(start, start + length);
    if (chunk.length > 0) {
      const { rows, bytes, done, deletedKeys } = await this.#sweep(transaction, head, chunk, maxRows);
      if (done > 0) this.#keysPerRow = done / Math.max(rows, 1);
      const state_bytes = Math.max(0, head.state_bytes - bytes);
      const swept = { ...head, sweep_key: keys[start + done - 1] ?? null, state_bytes };
      const isDone = start + done === keys.length;
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
      const keys = await readKeys(transaction, { from, to });
      for (let i = 0; i < keys.length; i += 10_000) {
        const [counted] = await transaction.query<{ rows: number; bytes: number }>(
          `select count(*) as rows, coalesce(sum(coalesce(octet_length(d.value), 0) + coalesce(octet_length(d.metadata), 0)), 0)::bigint as bytes
           from unnest($1::uuid[]) w (key_hash)
             left join lateral (${bound("$4")}) before on true
             cross join lateral (${bound("$2")}) after
             join @.state_values d on d.key_hash = w.key_hash
               and d.version >= coalesce(before.bound, -1) and d.version < after.bound`,
          [uuids(keys.slice(i, i + 10_000)), to, head.base_is_partial === true, from],
        );
        rows += counted!.rows;
        bytes += counted!.bytes;
      }
      from = to;
    }
    return { rows, bytes };
  }

  /**
   * Deletes what is stale of keys that follow one another, key by key for as long as they have room: of the first one that has
   * more rows than a step may delete, the oldest go. The bounds of the keys keep the planner from reading the index from its start.
   */
  async #sweep(transaction: Transaction, head: LedgerHead, keys: readonly string[], maxRows: number): Promise<Swept> {
    const [swept] = await transaction.query<{
      rows: number;
      bytes: number;
      done: number | null;
      removed: string | null;
    }>(
      `with seen as (
         select w.place, w.key_hash, s.rows, s.newest, s.rows <= $4::bigint and s.newest = s.removed and not $3 as is_removal
         from unnest($1::uuid[]) with ordinality w (key_hash, place)
         cross join lateral (
           select count(*) as rows, max(version) as newest, max(version) filter (where is_removal) as removed
           from (select v.version, v.value is null as is_removal from @.state_values v
             where v.key_hash = w.key_hash and v.version <= $2 order by v.version limit $4::bigint + 1) x) s
         where s.rows > 0
       ), counted as (
         select place, key_hash, rows, is_removal, case when is_removal then newest + 1 else newest end as bound,
           sum(case when is_removal then rows else rows - 1 end) over (order by place) as upto
         from seen
       ), gone as (
         delete from @.state_values v using counted c
         where c.upto <= $4::bigint and v.key_hash = c.key_hash and v.version < c.bound and v.key_hash between $5 and $6
         returning coalesce(octet_length(v.value), 0) + coalesce(octet_length(v.metadata), 0) as bytes
       )
       select count(*) as rows, coalesce(sum(bytes), 0)::bigint as bytes,
         (select min(place) - 1 from counted where upto > $4::bigint or rows > $4::bigint) as done,
         (select string_agg(key_hash::text, ',') from counted where is_removal and upto <= $4::bigint) as removed
       from gone`,
      [uuids(keys), head.oldest_version, head.base_is_partial === true, maxRows, keys[0]!, keys.at(-1)!],
    );
    const { rows, bytes, done, removed } = swept!;
    const deletedKeys = removed === null ? [] : await this.#deleteKeys(transaction, removed.split(",").map(plainHex));
    return {
      rows,
      bytes: bytes + rows * rowBytes.stateValue + deletedKeys.length * rowBytes.stateKey,
      done: done ?? keys.length,
      deletedKeys,
    };
  }

  /** Deletes keys that have no row any more. @returns those */
  async #deleteKeys(transaction: Transaction, keys: readonly string[]): Promise<readonly Uint8Array[]> {
    const gone = await transaction.query<{ key_head: Uint8Array; key_tail: Uint8Array }>(
      `delete from @.state_keys k using unnest($1::uuid[]) w (key_hash) where k.key_hash = w.key_hash
         and not exists (select 1 from @.state_values v where v.key_hash = k.key_hash) returning k.key_head, k.key_tail`,
      [uuids(keys)],
    );
    return gone.map(({ key_head, key_tail }) => joinKey(key_head, key_tail));
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

  async #openRun(transaction: Transaction, { from, to }: Range): Promise<readonly string[]> {
    if (this.#run?.from !== from || this.#run.to !== to) {
      this.#run = { from, to, keys: await readKeys(transaction, { from, to }) };
    }
    return this.#run.keys;
  }
}

/** The keys that were written in a range, each once and in order. */
async function readKeys(transaction: Transaction, { from, to }: Range): Promise<readonly string[]> {
  const rows = await transaction.query<{ key_hashes: Uint8Array }>(
    "select key_hashes from @.written_keys where last_version > $1 and first_version <= $2",
    [from, to],
  );
  const keys = new Set<string>();
  for (const { key_hashes } of rows) {
    const hex = Buffer.from(key_hashes.buffer, key_hashes.byteOffset, key_hashes.length).toString("hex");
    for (let i = 0; i < hex.length; i += 2 * hashBytes) keys.add(hex.slice(i, i + 2 * hashBytes));
  }
  return [...keys].sort();
}

function uuids(keys: readonly string[]): Buffer {
  return encodeArray(
    "uuid",
    keys.map((key) => Buffer.from(key, "hex")),
  );
}

function plainHex(uuid: string): string {
  return uuid.replaceAll("-", "");
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
