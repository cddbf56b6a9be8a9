import { addressLength } from "../address.ts";
import { hashStateKey, hashStoredValue } from "../hashing/state-hash.ts";
import type { SparseMerkleUpdate } from "../merkle/sparse-merkle-tree.ts";
import { encodeStateKey, stateKeyTags } from "./encoded-key.ts";
import { StateValueMetadata } from "./state-value.ts";
import { type WriteSet, writeOpData, writeOpMetadata, writesOf } from "./write-set.ts";

/** One write in the form that stores and the state tree use. */
export interface StateWrite {
  /** Encoded state key. */
  readonly key: Uint8Array;
  /** The new value; absent when the key was removed. */
  readonly value: Uint8Array | undefined;
  /** BCS of `StateValueMetadata`, when the write carries it. */
  readonly metadata: Uint8Array | undefined;
}

/** The writes of a write set, in its order. Values are views of what the write set was decoded from. */
export function stateWrites(writeSet: WriteSet): StateWrite[] {
  const writes: StateWrite[] = [];
  for (const [key, op] of writesOf(writeSet)) {
    const metadata = writeOpMetadata(op);
    writes.push({
      key: encodeStateKey(key),
      value: writeOpData(op),
      metadata: metadata && StateValueMetadata.encode(metadata),
    });
  }
  return writes;
}

/** The change that a write makes to the state tree. */
export function sparseMerkleUpdate({ key, value, metadata }: StateWrite): SparseMerkleUpdate {
  return [hashStateKey(key), value && hashStoredValue(value, metadata)];
}

/**
 * The bytes that one state item adds to the usage that `0x1::state_storage::StateStorageUsage` counts: the address or handle, the
 * path or table key without its length, and the value without its metadata.
 *
 * @param key - encoded state key
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#3 | Specification, ingest 3}
 */
export function stateItemSize(key: Uint8Array, value: Uint8Array): number {
  const body = key.length - 1;
  if (key[0] !== stateKeyTags.accessPath) return body + value.length;
  return body - lengthOfLength(key) + value.length;
}

/** Bytes of the ULEB128 length before the path of an encoded access path. */
function lengthOfLength(key: Uint8Array): number {
  let end = 1 + addressLength;
  while (key[end]! >= 0x80) end += 1;
  return end - addressLength;
}
