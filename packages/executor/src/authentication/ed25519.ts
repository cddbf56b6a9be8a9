import { ed25519 } from "@noble/curves/ed25519.js";
import { sha512 } from "@noble/hashes/sha2.js";

const { Point } = ed25519;
const order = Point.Fn.ORDER;

/**
 * Verifies an Ed25519 signature by the strict rule of the chain: neither key nor nonce point has a small order, the scalar is
 * canonical, and the equation holds without the cofactor.
 *
 * @param publicKey - 32 bytes
 * @param signature - 64 bytes
 * @see Ledger specification, Move VM §5.7
 */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  try {
    // The chain reduces coordinates that are not canonical, as ZIP-215 does.
    const key = Point.fromBytes(publicKey, true);
    const noncePoint = Point.fromBytes(signature.subarray(0, 32), true);
    if (key.isSmallOrder() || noncePoint.isSmallOrder()) return false;
    const scalar = littleEndian(signature.subarray(32));
    if (scalar >= order) return false;
    const challenge = littleEndian(
      sha512.create().update(signature.subarray(0, 32)).update(publicKey).update(message).digest(),
    );
    const expected = Point.BASE.multiplyUnsafe(scalar).subtract(key.multiplyUnsafe(challenge % order));
    return expected.equals(noncePoint);
  } catch {
    return false;
  }
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

function littleEndian(bytes: Uint8Array): bigint {
  let value = 0n;
  for (let index = bytes.length - 1; index >= 0; index--) value = (value << 8n) | BigInt(bytes[index]!);
  return value;
}
