import type { HashValue } from "@ledger/types";

/** A plain `Uint8Array` on the bytes of a database value: callers never see a `Buffer`, whose `slice` shares memory. */
export function toBytes(value: Uint8Array): Uint8Array {
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}

/** Like {@link toBytes}, for a column that holds 32-byte hashes only. */
export function toHash(value: Uint8Array): HashValue {
  return toBytes(value) as HashValue;
}

const u64 = new DataView(new ArrayBuffer(8));
const u64Bytes = new Uint8Array(u64.buffer);

/** A u64 as 8 bytes, big-endian: sorts like the number. */
export function u64ToBytes(value: bigint): Uint8Array {
  u64.setBigUint64(0, value);
  return u64Bytes.slice();
}

/** Inverse of {@link u64ToBytes}, at an offset. */
export function bytesToU64(bytes: Uint8Array, offset = 0): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(offset);
}

/** Roots of an accumulator frontier, one after the other. */
export function joinHashes(hashes: readonly HashValue[]): Uint8Array {
  const joined = new Uint8Array(hashes.length * 32);
  for (const [i, hash] of hashes.entries()) joined.set(hash, i * 32);
  return joined;
}

/** Inverse of {@link joinHashes}. */
export function splitHashes(joined: Uint8Array): readonly HashValue[] {
  const hashes: HashValue[] = [];
  for (let offset = 0; offset < joined.length; offset += 32) hashes.push(toHash(joined.subarray(offset, offset + 32)));
  return hashes;
}
