import { ed25519 } from "@noble/curves/ed25519.js";
import { sha512 } from "@noble/hashes/sha2.js";

const { Point } = ed25519;
const ORDER = Point.Fn.ORDER;

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
    if (scalar >= ORDER) return false;
    const challenge = littleEndian(
      sha512.create().update(signature.subarray(0, 32)).update(publicKey).update(message).digest(),
    );
    const expected = Point.BASE.multiplyUnsafe(scalar).subtract(key.multiplyUnsafe(challenge % ORDER));
    return expected.equals(noncePoint);
  } catch {
    return false;
  }
}

function littleEndian(bytes: Uint8Array): bigint {
  let value = 0n;
  for (let index = bytes.length - 1; index >= 0; index--) value = (value << 8n) | BigInt(bytes[index]!);
  return value;
}
