import { sha3_256 as sha3 } from "@noble/hashes/sha3.js";
import type { HashValue } from "../hash-value.ts";

/**
 * SHA3-256 of the concatenation of its arguments, without building the concatenation.
 *
 * The only place where the package calls its hash library.
 *
 * @returns 32 fresh bytes
 * @see FIPS 202
 * @example
 * ```ts
 * formatHash(sha3_256(new Uint8Array(0))); // => "0xa7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a"
 * ```
 */
export function sha3_256(...parts: readonly Uint8Array[]): HashValue {
  if (parts.length === 1) return sha3(parts[0]!) as HashValue;
  const hasher = sha3.create();
  for (const part of parts) hasher.update(part);
  return hasher.digest() as HashValue;
}
