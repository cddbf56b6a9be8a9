import { hash } from "node:crypto";

/**
 * The key of a state key's rows: the first 128 bits of SHA-256 over the store's salt and the encoded key. State keys are up to
 * 64 KiB long, more than an index takes, and hashes spread evenly over the servers of a distributed database. The salt is random
 * and never leaves the store, so an attacker cannot look for keys that collide.
 */
export function hashKey(salt: Uint8Array, key: Uint8Array): Buffer {
  return hash("sha256", Buffer.concat([salt, key]), "buffer").subarray(0, 16);
}

/** Longest part of a state key that the index over keys holds, bytes: an index row has to fit a third of a page. */
const keyHeadBytes = 2_000;

/** A state key as its two columns. Keys with the same head are ordered by their tails. */
export function splitKey(key: Uint8Array): { readonly head: Uint8Array; readonly tail: Uint8Array } {
  return { head: key.subarray(0, keyHeadBytes), tail: key.subarray(keyHeadBytes) };
}

/** Inverse of {@link splitKey}. */
export function joinKey(head: Uint8Array, tail: Uint8Array): Uint8Array {
  if (tail.length === 0) return head;
  const key = new Uint8Array(head.length + tail.length);
  key.set(head);
  key.set(tail, head.length);
  return key;
}

/** Above every head. */
export const aboveAllHeads: Uint8Array = new Uint8Array(keyHeadBytes + 1).fill(0xff);

/** A hash as the server prints it, in plain hexadecimal. */
export function plainHex(uuid: string): string {
  return uuid.replaceAll("-", "");
}
