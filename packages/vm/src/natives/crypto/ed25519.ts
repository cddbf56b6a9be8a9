import { concatBytes } from "@ledger/types";
import type { EdwardsPoint } from "@noble/curves/abstract/edwards.js";
import { ed25519 } from "@noble/curves/ed25519.js";
import { sha512 } from "@noble/hashes/sha2.js";
import { littleEndian } from "./byte-order.ts";
import { type Ed25519Check, findPlatformEd25519 } from "./platform-ed25519.ts";

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
  readonly bytes: Uint8Array;
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
  return s < groupOrder ? { bytes, r: bytes.subarray(0, half), s } : undefined;
}

/**
 * Verifies without the cofactor: R = S·B - k·A as points, neither A nor R of small order. Where the runtime has a verifier it
 * judges what implementations agree on; see {@link isSpecialEncoding}.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#5.7 | Specification, virtual machine 5.7}
 */
export function verifyStrict(signature: Signature, key: PublicKey, message: Uint8Array): boolean {
  return verifyByPlatform(signature, key.bytes, message) ?? verifyPoints(signature, key, message);
}

/** The verifier of this runtime, looked for when it is needed first. */
let platform: Ed25519Check | "none" | undefined;

function verifyByPlatform({ r, bytes }: Signature, publicKey: Uint8Array, message: Uint8Array): boolean | undefined {
  platform ??= findPlatformEd25519() ?? "none";
  if (platform === "none" || isSpecialEncoding(publicKey) || isSpecialEncoding(r)) return undefined;
  return platform(publicKey, message, bytes);
}

/** The same in JavaScript: neither the equation of RFC 8032 nor that of ZIP 215, so the library's own `verify` does not serve. */
export function verifyPoints(signature: Signature, key: PublicKey, message: Uint8Array): boolean {
  const r = decompress(signature.r);
  if (r === undefined || r.isSmallOrder() || key.point.isSmallOrder()) return false;
  const k = littleEndian(sha512(concatBytes(signature.r, key.bytes, message))) % groupOrder;
  return Point.BASE.multiplyUnsafe(signature.s).subtract(key.point.multiplyUnsafe(k)).equals(r);
}

/**
 * Verifies an Ed25519 signature by the strict rule of the chain: neither key nor nonce point has a small order, the scalar is
 * canonical, and the equation holds without the cofactor. Bytes of another size are no key and no signature.
 *
 * @param publicKey - 32 bytes
 * @param signature - 64 bytes
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#5.7 | Specification, virtual machine 5.7}
 */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const read = readSignature(signature);
  if (read === undefined || publicKey.length !== publicKeyLength) return false;
  const judged = verifyByPlatform(read, publicKey, message);
  if (judged !== undefined) return judged;
  const key = readPublicKey(publicKey);
  return key !== undefined && verifyPoints(read, key, message);
}

/** The field's order, in little endian. */
const fieldOrder = Uint8Array.from({ length: 32 }, (_, index) => (index === 0 ? 0xed : index === 31 ? 0x7f : 0xff));
/** The y of all points of small order, in little endian. */
const smallOrderOrdinates: readonly Uint8Array[] = [
  0n,
  1n,
  Point.Fp.ORDER - 1n,
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n,
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
].map((y) => Point.Fp.toBytes(y));

/**
 * True if an encoded point is one about which implementations of Ed25519 disagree: of small order, or with a y that is not below the
 * field's order.
 *
 * @param point - 32 bytes
 */
export function isSpecialEncoding(point: Uint8Array): boolean {
  return compareOrdinate(point, fieldOrder) >= 0 || smallOrderOrdinates.some((y) => compareOrdinate(point, y) === 0);
}

/** Compares the y of an encoded point, whose highest bit is the sign of x. @returns a negative number, zero or a positive one */
function compareOrdinate(point: Uint8Array, y: Uint8Array): number {
  let difference = (point[31]! & 0x7f) - y[31]!;
  for (let index = 30; index >= 0 && difference === 0; index--) difference = point[index]! - y[index]!;
  return difference;
}
