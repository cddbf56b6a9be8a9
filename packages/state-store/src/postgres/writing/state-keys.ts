import type { PathKind } from "../../port.ts";
import { isPathKind, pathKindByte } from "../../state-key.ts";
import type { Parameter } from "../connection/session.ts";
import { encodeArray, encodeHashes } from "../rows/copy-rows.ts";
import { joinKey, plainHex, splitKey } from "../rows/key-hash.ts";
import type { Query, Transaction } from "./transaction.ts";

const kinds: readonly PathKind[] = ["code", "resource", "resource_group"];

/** A state key with its hash. */
export interface HashedKey {
  readonly hash: Buffer;
  readonly key: Uint8Array;
}

/** Stores keys that are not stored yet. @returns how many that were */
export async function insertKeys({ head, query }: Transaction, keys: readonly HashedKey[]): Promise<number> {
  if (keys.length === 0) return 0;
  if (head.shards > 0) return insertSpreadKeys(query, keys);
  const inserted = await query<{ inserted: number }>(
    `with added as (
       insert into @.state_keys (key_hash, path_kind, key_head, key_tail)
       select * from unnest($1::uuid[], $2::smallint[], $3::bytea[], $4::bytea[])
       on conflict (key_hash) do nothing returning 1)
     select count(*) as inserted from added`,
    columnsOf(keys),
  );
  return inserted[0]!.inserted;
}

/**
 * The same where a part of the keys lies on another server, whose conflicts cannot be seen. There is no other writer, so what is looked up
 * stays true.
 */
async function insertSpreadKeys(query: Query, keys: readonly HashedKey[]): Promise<number> {
  const stored = await query<{ key_hash: string }>(
    "select key_hash from @.state_keys where key_hash = any($1::uuid[])",
    [arrayOf("uuid", keys, ({ hash }) => hash)],
  );
  const known = new Set(stored.map(({ key_hash }) => plainHex(key_hash)));
  const added = keys.filter(({ hash }) => !known.has(hash.toString("hex")));
  if (added.length === 0) return 0;
  await query(
    `insert into @.state_keys (key_hash, path_kind, key_head, key_tail)
     select * from unnest($1::uuid[], $2::smallint[], $3::bytea[], $4::bytea[])`,
    columnsOf(added),
  );
  return added.length;
}

/**
 * Deletes those of keys that have no row of the state any more.
 *
 * @param hashes - in hexadecimal
 * @returns the keys that went
 */
export async function deleteBareKeys(query: Query, hashes: readonly string[]): Promise<readonly Uint8Array[]> {
  if (hashes.length === 0) return [];
  const held = await query<{ key_hash: string }>(
    "select key_hash from @.state_values where key_hash = any($1::uuid[]) group by key_hash",
    [encodeHashes(hashes)],
  );
  const kept = new Set(held.map(({ key_hash }) => plainHex(key_hash)));
  const bare = hashes.filter((hash) => !kept.has(hash));
  if (bare.length === 0) return [];
  const gone = await query<{ key_head: Uint8Array; key_tail: Uint8Array }>(
    "delete from @.state_keys where key_hash = any($1::uuid[]) returning key_head, key_tail",
    [encodeHashes(bare)],
  );
  return gone.map(({ key_head, key_tail }) => joinKey(key_head, key_tail));
}

function columnsOf(keys: readonly HashedKey[]): readonly Parameter[] {
  return [
    arrayOf("uuid", keys, ({ hash }) => hash),
    arrayOf("smallint", keys, ({ key }) => pathKindOf(key)),
    arrayOf("bytea", keys, ({ key }) => splitKey(key).head),
    arrayOf("bytea", keys, ({ key }) => splitKey(key).tail),
  ];
}

function arrayOf(
  type: Parameters<typeof encodeArray>[0],
  keys: readonly HashedKey[],
  read: (key: HashedKey) => Parameter,
): Buffer {
  return encodeArray(type, keys.map(read));
}

function pathKindOf(key: Uint8Array): number | null {
  const kind = kinds.find((one) => isPathKind(key, one));
  return kind === undefined ? null : pathKindByte(kind);
}
