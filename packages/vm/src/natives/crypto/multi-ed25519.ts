import * as ed25519 from "./ed25519.ts";

const maxKeys = 32;
const bitmapLength = 4;

/** Several keys of which at least `threshold` sign. */
export interface MultiPublicKey {
  readonly keys: readonly ed25519.PublicKey[];
  readonly threshold: number;
}

/** Signatures in the order of their keys, and the positions of those keys. */
export interface MultiSignature {
  readonly signatures: readonly ed25519.Signature[];
  readonly positions: readonly number[];
}

/** Number of whole keys in the bytes; a threshold byte after them is left aside. */
export function countKeys(bytes: Uint8Array): number {
  return Math.floor(bytes.length / ed25519.publicKeyLength);
}

/** Number of whole signatures in the bytes; a bitmap after them is left aside. */
export function countSignatures(bytes: Uint8Array): number {
  return Math.floor(bytes.length / ed25519.signatureLength);
}

/** True if this many keys may form one key. */
export function isKeyCount(count: number): boolean {
  return count <= maxKeys;
}

/** The threshold byte, when the bytes are 1 to 32 keys and a threshold from 1 to their number. */
export function readThreshold(bytes: Uint8Array): number | undefined {
  const count = countKeys(bytes);
  if (count === 0 || !isKeyCount(count) || bytes.length !== count * ed25519.publicKeyLength + 1) return undefined;
  const threshold = bytes[bytes.length - 1]!;
  return threshold >= 1 && threshold <= count ? threshold : undefined;
}

/** The bytes of one of the keys. */
export function keyBytes(bytes: Uint8Array, index: number): Uint8Array {
  return bytes.subarray(index * ed25519.publicKeyLength, (index + 1) * ed25519.publicKeyLength);
}

/** Reads the whole key. Every member is a point; points of small order pass. */
export function readPublicKey(bytes: Uint8Array): MultiPublicKey | undefined {
  const threshold = readThreshold(bytes);
  if (threshold === undefined) return undefined;
  const keys: ed25519.PublicKey[] = [];
  for (let index = 0; index < countKeys(bytes); index++) {
    const key = ed25519.readPublicKey(keyBytes(bytes, index));
    if (key === undefined) return undefined;
    keys.push(key);
  }
  return { keys, threshold };
}

/** Reads signatures and the bitmap of the keys that made them; the highest bit of its first byte is key 0. */
export function readSignature(bytes: Uint8Array): MultiSignature | undefined {
  const count = countSignatures(bytes);
  if (count === 0 || count > maxKeys || bytes.length !== count * ed25519.signatureLength + bitmapLength) {
    return undefined;
  }
  const bitmap = bytes.subarray(bytes.length - bitmapLength);
  const positions: number[] = [];
  for (let index = 0; index < bitmapLength * 8; index++) {
    if ((bitmap[index >> 3]! & (0x80 >> (index & 7))) !== 0) positions.push(index);
  }
  if (positions.length !== count) return undefined;
  const signatures: ed25519.Signature[] = [];
  for (let index = 0; index < count; index++) {
    const start = index * ed25519.signatureLength;
    const signature = ed25519.readSignature(bytes.subarray(start, start + ed25519.signatureLength));
    if (signature === undefined) return undefined;
    signatures.push(signature);
  }
  return { signatures, positions };
}

/**
 * Verifies every signature against the key at its position. Each is strict.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#5.7 | Specification, virtual machine 5.7}
 */
export function verifyStrict(
  { signatures, positions }: MultiSignature,
  { keys, threshold }: MultiPublicKey,
  message: Uint8Array,
): boolean {
  if (positions.at(-1)! >= keys.length || signatures.length < threshold) return false;
  return signatures.every((signature, index) => ed25519.verifyStrict(signature, keys[positions[index]!]!, message));
}
