import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bigEndian } from "./byte-order.ts";

const { Point } = secp256k1;
const { Fp, Fn } = Point;

/** An ECDSA signature from which the key can be recovered. */
export interface RecoverableSignature {
  readonly r: bigint;
  readonly s: bigint;
  readonly recoveryId: number;
}

/** Reads r and s, 32 bytes each, highest byte first. Both are below the group's order; they may be zero. */
export function readSignature(bytes: Uint8Array, recoveryId: number): RecoverableSignature | undefined {
  if (bytes.length !== 64 || recoveryId > 3) return undefined;
  const r = bigEndian(bytes.subarray(0, 32));
  const s = bigEndian(bytes.subarray(32));
  return r < Fn.ORDER && s < Fn.ORDER ? { r, s, recoveryId } : undefined;
}

/**
 * Recovers the key that signed a digest. A high s is fine.
 *
 * @param digest - 32 bytes
 * @returns x and y of the key, 32 bytes each, or `undefined` when no key made the signature
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#5.7 | Specification, virtual machine 5.7}
 */
export function recover({ r, s, recoveryId }: RecoverableSignature, digest: Uint8Array): Uint8Array | undefined {
  if (r === 0n || s === 0n) return undefined;
  const x = (recoveryId & 2) === 0 ? r : r + Fn.ORDER;
  if (x >= Fp.ORDER) return undefined;
  try {
    const compressed = new Uint8Array(33);
    compressed[0] = 2 | (recoveryId & 1);
    compressed.set(Fp.toBytes(x), 1);
    const inverse = Fn.inv(r);
    const u1 = Fn.neg(Fn.mul(Fn.create(bigEndian(digest)), inverse));
    const key = Point.BASE.mulAddUnsafe(u1, Point.fromBytes(compressed), Fn.mul(s, inverse));
    return key.is0() ? undefined : key.toBytes(false).subarray(1);
  } catch {
    // The library throws for an x that no point has.
    return undefined;
  }
}
