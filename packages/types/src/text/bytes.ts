import { bytesToHex } from "./hex.ts";

/** True if two byte strings are equal. Not constant-time: nothing here is secret. */
export function bytesEqual(a: Uint8Array, b: Uint8Array): boolean {
  const length = a.length;
  if (length !== b.length) return false;
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * Compares byte strings in lexicographic order, a prefix first: the order of encoded state keys and of BCS map keys.
 *
 * @returns a negative number, zero or a positive number, as `Array.prototype.sort` wants it
 */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = a[i]! - b[i]!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Longer ones would take the engine's stack for their arguments. */
const longestPlain = 1_024;

/**
 * Bytes as a key of maps: a text that no other bytes have. It is made and looked up several times as fast as hex; what it reads like
 * means nothing.
 */
export function mapKey(bytes: Uint8Array): string {
  // Texts of the two kinds differ in length: 1,024 characters at most, or more than twice as many.
  return bytes.length <= longestPlain
    ? String.fromCharCode.apply(undefined, bytes as unknown as number[])
    : bytesToHex(bytes);
}

/** Joins byte strings into a fresh array. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}
