import type { PathKind } from "../../port.ts";
import { isPathKind, pathKindByte } from "../../state-key.ts";
import { encodeArray } from "../rows/copy-rows.ts";
import { splitKey } from "../rows/key-hash.ts";
import type { Transaction } from "./writer.ts";

const kinds: readonly PathKind[] = ["code", "resource", "resource_group"];

/** A state key with its hash. */
export interface HashedKey {
  readonly hash: Buffer;
  readonly key: Uint8Array;
}

/** Stores keys that are not stored yet. @returns how many that were */
export async function insertKeys(transaction: Transaction, keys: readonly HashedKey[]): Promise<number> {
  if (keys.length === 0) return 0;
  const parts = keys.map(({ key }) => splitKey(key));
  const inserted = await transaction.query<{ inserted: number }>(
    `with added as (
       insert into @.state_keys (key_hash, path_kind, key_head, key_tail)
       select * from unnest($1::uuid[], $2::smallint[], $3::bytea[], $4::bytea[])
       on conflict (key_hash) do nothing returning 1)
     select count(*) as inserted from added`,
    [
      encodeArray(
        "uuid",
        keys.map(({ hash }) => hash),
      ),
      encodeArray(
        "smallint",
        keys.map(({ key }) => pathKindOf(key)),
      ),
      encodeArray(
        "bytea",
        parts.map(({ head }) => head),
      ),
      encodeArray(
        "bytea",
        parts.map(({ tail }) => tail),
      ),
    ],
  );
  return inserted[0]!.inserted;
}

function pathKindOf(key: Uint8Array): number | null {
  const kind = kinds.find((one) => isPathKind(key, one));
  return kind === undefined ? null : pathKindByte(kind);
}
