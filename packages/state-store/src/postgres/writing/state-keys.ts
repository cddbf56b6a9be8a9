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

/**
 * Stores keys that are not stored yet. There is no other writer, so what is looked up stays true: and where a part of the keys lies on
 * another server, a conflict could not be seen.
 *
 * @returns how many that were
 */
export async function insertKeys({ query }: Transaction, keys: readonly HashedKey[]): Promise<number> {
  if (keys.length === 0) return 0;
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
    [
      arrayOf("uuid", added, ({ hash }) => hash),
      arrayOf("smallint", added, ({ key }) => pathKindOf(key)),
      arrayOf("bytea", added, ({ key }) => splitKey(key).head),
      arrayOf("bytea", added, ({ key }) => splitKey(key).tail),
    ],
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
  const gone = await query<{ key_head: Uint8Array; key_tail: Uint8Array }>(
    "delete from @.state_keys where key_hash = any($1::uuid[]) returning key_head, key_tail",
    [encodeHashes(hashes.filter((hash) => !kept.has(hash)))],
  );
  return gone.map(({ key_head, key_tail }) => joinKey(key_head, key_tail));
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
