import { concatBytes } from "@ledger/types";
import type { EdwardsPoint } from "@noble/curves/abstract/edwards.js";
import { ed25519 } from "@noble/curves/ed25519.js";
import { sha512 } from "@noble/hashes/sha2.js";
import { littleEndian } from "./byte-order.ts";

/** Bytes of a public key, and of either half of a signature. */
const half = 32;

/** Bytes of a signature: the point R, then the scalar S. */
export const signatureLength = 64;

/** Bytes of a public key. */
export const publicKeyLength = half;

const { Point } = ed25519;
const groupOrder = Point.Fn.ORDER;

/** A public key that was decompressed: the point, and the bytes that were given, which are hashed as they are. */
export interface PublicKey {
  readonly point: EdwardsPoint;
  readonly bytes: Uint8Array;
}

/** A signature whose scalar is in range. R is not looked at yet. */
export interface Signature {
  readonly r: Uint8Array;
  readonly s: bigint;
}

/**
 * Decompresses a point the way the chain does: a y of p or more is reduced, and the sign bit of x = 0 is ignored. RFC 8032
 * refuses both.
 */
function decompress(bytes: Uint8Array): EdwardsPoint | undefined {
  try {
    return Point.fromBytes(bytes, true);
  } catch {
    return undefined;
  }
}

/** Reads a public key: 32 bytes that are a point. Points of small order pass. */
export function readPublicKey(bytes: Uint8Array): PublicKey | undefined {
  if (bytes.length !== publicKeyLength) return undefined;
  const point = decompress(bytes);
  return point && { point, bytes };
}

/** True if the point of a key lies in the subgroup of eight elements, where any signature could be forged. */
export function isSmallOrder({ point }: PublicKey): boolean {
  return point.isSmallOrder();
}

/** Reads a signature: 64 bytes of which the scalar is below the group's order. */
export function readSignature(bytes: Uint8Array): Signature | undefined {
  if (bytes.length !== signatureLength) return undefined;
  const s = littleEndian(bytes.subarray(half));
  return s < groupOrder ? { r: bytes.subarray(0, half), s } : undefined;
}

/**
 * Verifies without the cofactor: R = S·B - k·A as points, neither A nor R of small order. This is neither the equation of
 * RFC 8032 nor that of ZIP 215, so the library's own `verify` does not serve.
 *
 * @see Ledger specification, Move virtual machine §5.7
 */
export function verifyStrict(signature: Signature, key: PublicKey, message: Uint8Array): boolean {
  const r = decompress(signature.r);
  if (r === undefined || r.isSmallOrder() || key.point.isSmallOrder()) return false;
  const k = littleEndian(sha512(concatBytes(signature.r, key.bytes, message))) % groupOrder;
  return Point.BASE.multiplyUnsafe(signature.s).subtract(key.point.multiplyUnsafe(k)).equals(r);
}
