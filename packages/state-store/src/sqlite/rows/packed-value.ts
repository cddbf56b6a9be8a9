import type { StateWrite } from "@ledger/types";
import type { BaseValue } from "../../base-port.ts";
import { toBytes } from "../../columns/bytes-view.ts";
import type { StoredValue } from "../../port.ts";
import { checksum, seedOf } from "./checksum.ts";
import { damagedRow } from "./row-sum.ts";

/**
 * One state write in one blob: flags (1 byte), version (48 bits, big-endian), then for a value the length of its metadata
 * (u16, with the flag only), the metadata and the value; for a removal the key, by which the pruner releases the key's id. It
 * ends with a checksum over all that and the key's id (u32, little-endian).
 * One blob is read twice as fast as three columns. A base value has the name of its origin after the version (u8 length,
 * UTF-8) where it is not proved, and no key where it is none: a partial base keeps what it knows to be absent.
 */
const hasMetadata = 1;
const isRemoval = 2;
const hasOrigin = 4;
const isLost = 8;
const headBytes = 7;
const checksumBytes = 4;

/** Size of a packed write. */
export function packedLength({ key, value, metadata }: StateWrite): number {
  if (value === undefined) return headBytes + key.length + checksumBytes;
  return headBytes + (metadata === undefined ? 0 : 2 + metadata.length) + value.length + checksumBytes;
}

/** Packs a write at an offset. @returns the offset after it */
export function packInto(target: Buffer, start: number, keyId: number, version: number, write: StateWrite): number {
  return seal(target, start, packBody(target, start, version, write), keyId);
}

/** Packs all but the checksum. */
function packBody(target: Buffer, start: number, version: number, { key, value, metadata }: StateWrite): number {
  target.writeUIntBE(version, start + 1, 6);
  let offset = start + headBytes;
  if (value === undefined) {
    target[start] = isRemoval;
    target.set(key, offset);
    return offset + key.length;
  }
  target[start] = metadata === undefined ? 0 : hasMetadata;
  if (metadata !== undefined) {
    target.writeUInt16BE(metadata.length, offset);
    target.set(metadata, offset + 2);
    offset += 2 + metadata.length;
  }
  target.set(value, offset);
  return offset + value.length;
}

function seal(target: Buffer, start: number, end: number, keyId: number): number {
  return target.writeUInt32LE(checksum(target, start, end, seedOf(keyId)), end);
}

/**
 * Checks a packed write.
 *
 * @returns the offset after its content
 * @throws StoreError `corrupt` when it is not what was packed for the key
 */
function unseal(bytes: Uint8Array, start: number, end: number, keyId: number): number {
  const at = end - checksumBytes;
  if (at >= start + headBytes) {
    const stored = (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
    if (stored === checksum(bytes, start, at, seedOf(keyId))) return at;
  }
  throw damagedRow(`a state value of key ${keyId}`);
}

/** Packs a base value. */
export function packBaseValue(keyId: number, version: number, base: BaseValue): Buffer {
  const { kind, origin } = base;
  const { value, metadata } = kind === "value" ? base : { value: undefined, metadata: undefined };
  const name = origin === undefined ? undefined : Buffer.from(origin);
  const head = Buffer.alloc(headBytes + (name === undefined ? 0 : 1));
  head[0] =
    (metadata === undefined ? 0 : hasMetadata) |
    (value === undefined ? isRemoval : 0) |
    (name === undefined ? 0 : hasOrigin) |
    (kind === "lost" ? isLost : 0);
  head.writeUIntBE(version, 1, 6);
  const parts: Uint8Array[] = [head];
  if (name !== undefined) {
    head[headBytes] = name.length;
    parts.push(name);
  }
  if (metadata !== undefined) parts.push(Uint8Array.of(metadata.length >>> 8, metadata.length), metadata);
  if (value !== undefined) parts.push(value);
  const packed = Buffer.concat([...parts, new Uint8Array(checksumBytes)]);
  seal(packed, 0, packed.length - checksumBytes, keyId);
  return packed;
}

/** @throws StoreError `corrupt` when a packed write is not what was packed for the key */
export function checkPacked(packed: Uint8Array, keyId: number): void {
  unseal(packed, 0, packed.length, keyId);
}

/** Returns true if a packed value says that the value can no longer be found out. */
export function isLostValue(packed: Uint8Array): boolean {
  return (packed[0]! & isLost) !== 0;
}

/** The node that reported a packed base value; `undefined` for what is proved. */
export function unpackOrigin(packed: Uint8Array): string | undefined {
  if ((packed[0]! & hasOrigin) === 0) return undefined;
  return new TextDecoder().decode(packed.subarray(headBytes + 1, headBytes + 1 + packed[headBytes]!));
}

/**
 * The value of a packed write within `bytes`; `undefined` for a removal. The result is a view.
 *
 * @throws StoreError `corrupt` when it is not what was packed for the key
 */
export function unpackValue(
  keyId: number,
  bytes: Uint8Array,
  start: number,
  sealedEnd: number,
): StoredValue | undefined {
  const end = unseal(bytes, start, sealedEnd, keyId);
  const flags = bytes[start]!;
  if ((flags & isRemoval) !== 0) return undefined;
  const version = BigInt(unpackVersion(bytes, start));
  let bodyStart = start + headBytes;
  if ((flags & hasOrigin) !== 0) bodyStart += 1 + bytes[bodyStart]!;
  if ((flags & hasMetadata) === 0) return { bytes: viewOf(bytes, bodyStart, end), metadata: undefined, version };
  const valueStart = bodyStart + 2 + bytes[bodyStart]! * 256 + bytes[bodyStart + 1]!;
  return { bytes: viewOf(bytes, valueStart, end), metadata: viewOf(bytes, bodyStart + 2, valueStart), version };
}

/** The key of a packed removal; `undefined` for a value. @throws StoreError `corrupt` */
export function unpackRemovedKey(keyId: number, packed: Uint8Array): Uint8Array | undefined {
  const end = unseal(packed, 0, packed.length, keyId);
  return (packed[0]! & isRemoval) === 0 ? undefined : toBytes(packed.subarray(headBytes, end));
}

/** The version of a packed write. */
export function unpackVersion(bytes: Uint8Array, start = 0): number {
  const high = bytes[start + 1]! * 256 + bytes[start + 2]!;
  const low =
    bytes[start + 3]! * 0x1_00_00_00 + bytes[start + 4]! * 0x1_00_00 + bytes[start + 5]! * 0x1_00 + bytes[start + 6]!;
  return high * 0x1_00_00_00_00 + low;
}

function viewOf(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start);
}
