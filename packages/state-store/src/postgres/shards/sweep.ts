import { encodeArray, encodeHashes } from "../rows/copy-rows.ts";
import type { LedgerHead } from "../rows/head-row.ts";
import { plainHex } from "../rows/key-hash.ts";
import type { Transaction } from "../writing/transaction.ts";

/** The result of a sweep of some keys. */
export interface SweptRows {
  readonly rows: number;
  /** Of their values. */
  readonly bytes: number;
  /** Hashes of keys whose newest row was a removal and went, too, in hexadecimal. */
  readonly removed: readonly string[];
}

const newest = `select key_hash, max(version) as version from @.state_values
  where key_hash = any($1::uuid[]) and version <= $2 group by key_hash`;

const removals = `select key_hash, version from @.state_values
  where key_hash = any($1::uuid[]) and version <= $2 and value is null`;

const cut = `select version from @.state_values where key_hash = any($1::uuid[]) and version <= $2 order by version offset $3 limit 1`;

/** Each server deletes by this statement as it stands: a join with the bounds would fetch the rows. */
const remove = `
  with gone as (
    delete from @.state_values
    where key_hash = any($1::uuid[]) and version < $3 and version < ($2::bigint[])[array_position($1::uuid[], key_hash)]
    returning coalesce(octet_length(value), 0) + coalesce(octet_length(metadata), 0) as bytes
  )
  select count(*) as rows, coalesce(sum(bytes), 0)::bigint as bytes from gone`;

/** Keys of one statement: each row looks for its key among them. */
const keysAtOnce = 256;

interface KeyVersion {
  readonly key_hash: string;
  readonly version: number;
}

/**
 * Deletes what is stale of keys whose rows lie on several servers, by statements that each server does by itself.
 *
 * @param keys - their hashes, in hexadecimal
 * @param most - of one key alone: rows that may go
 */
export async function sweepShards(
  { query }: Transaction,
  { oldest_version, base_is_partial }: LedgerHead,
  keys: readonly string[],
  most: number | undefined,
): Promise<SweptRows> {
  const found: SweptRows[] = [];
  for (let i = 0; i < keys.length; i += keysAtOnce) {
    const hashes = encodeHashes(keys.slice(i, i + keysAtOnce));
    const bounds = new Map<string, number>();
    for (const { key_hash, version } of await query<KeyVersion>(newest, [hashes, oldest_version])) {
      bounds.set(plainHex(key_hash), version);
    }
    const removed: string[] = [];
    const [stop] = most === undefined ? [] : await query<{ version: number }>(cut, [hashes, oldest_version, most]);
    if (stop !== undefined) {
      bounds.set(keys[i]!, stop.version);
    } else if (base_is_partial !== true) {
      for (const { key_hash, version } of await query<KeyVersion>(removals, [hashes, oldest_version])) {
        const key = plainHex(key_hash);
        if (bounds.get(key) !== version) continue;
        bounds.set(key, version + 1);
        removed.push(key);
      }
    }
    if (bounds.size === 0) continue;
    const [gone] = await query<{ rows: number; bytes: number }>(remove, [
      encodeHashes([...bounds.keys()]),
      encodeArray("bigint", [...bounds.values()]),
      Math.max(...bounds.values()),
    ]);
    found.push({ ...gone!, removed });
  }
  return {
    rows: found.reduce((sum, { rows }) => sum + rows, 0),
    bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
    removed: found.flatMap(({ removed }) => removed),
  };
}
