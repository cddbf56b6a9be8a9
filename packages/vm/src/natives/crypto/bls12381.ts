import { concatBytes } from "@ledger/types";
import type { WeierstrassPoint, WeierstrassPointCons } from "@noble/curves/abstract/weierstrass.js";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { bigEndian, toBigEndian } from "./byte-order.ts";

const { G1, G2, fields, utils } = bls12_381;
const { Fp, Fp2, Fp12 } = fields;

type Fp2Element = typeof Fp2.ONE;

/** A point of the curve of public keys. It need not be of the group. */
export type PublicKey = WeierstrassPoint<bigint>;

/** A point of the curve of signatures. It need not be of the group. */
export type Signature = WeierstrassPoint<Fp2Element>;

/** The domain of signatures. */
export const signatureDomain = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
/** The domain of proofs that a key is held. */
export const possessionDomain = "BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

/** Bytes of an element of the base field. */
const fieldLength = 48;

/** Flags in the first byte of an encoded point. */
const compressedFlag = 0x80;
const infinity = 0x40;
const greaterY = 0x20;
const flagBits = compressedFlag | infinity | greaterY;

/** The facts of a curve that decoding needs: its field, its equation's constant and the form of a coordinate. */
export interface Curve<T> {
  readonly Point: WeierstrassPointCons<T>;
  readonly length: number;
  readonly read: (bytes: Uint8Array) => T | undefined;
  readonly write: (coordinate: T) => Uint8Array;
  readonly isGreater: (y: T) => boolean;
}

function readFp(bytes: Uint8Array): bigint | undefined {
  const value = bigEndian(bytes);
  return value < Fp.ORDER ? value : undefined;
}

function isGreaterFp(y: bigint): boolean {
  return y * 2n > Fp.ORDER;
}

function writeFp(value: bigint): Uint8Array {
  return toBigEndian(value, fieldLength);
}

/** The curve of public keys. */
export const keyCurve: Curve<bigint> = {
  Point: G1.Point,
  length: fieldLength,
  read: readFp,
  write: writeFp,
  isGreater: isGreaterFp,
};

/** The curve of signatures. */
export const signatureCurve: Curve<Fp2Element> = {
  Point: G2.Point,
  length: 2 * fieldLength,
  read(bytes) {
    const c1 = readFp(bytes.subarray(0, fieldLength));
    const c0 = readFp(bytes.subarray(fieldLength));
    return c0 === undefined || c1 === undefined ? undefined : { c0, c1 };
  },
  write: ({ c0, c1 }) => concatBytes(writeFp(c1), writeFp(c0)),
  isGreater: ({ c0, c1 }) => isGreaterFp(c1 === 0n ? c0 : c1),
};

/**
 * Decodes a point as blst does, without a look at its group. The library's own decoder refuses points outside of the group,
 * which the chain looks at only where it says so.
 */
export function decode<T>(
  { Point, length, read, isGreater }: Curve<T>,
  bytes: Uint8Array,
): WeierstrassPoint<T> | undefined {
  const flags = bytes.length === 0 ? 0 : bytes[0]! & flagBits;
  const isCompressed = (flags & compressedFlag) !== 0;
  if (bytes.length !== (isCompressed ? length : 2 * length)) return undefined;
  if ((flags & infinity) !== 0) {
    const isPlain =
      (bytes[0]! & ~(compressedFlag | infinity)) === 0 && bytes.every((byte, index) => index === 0 || byte === 0);
    return isPlain ? Point.ZERO : undefined;
  }
  if (!isCompressed && flags !== 0) return undefined;
  const coordinate = bytes.slice(0, length);
  coordinate[0]! &= ~flagBits;
  const x = read(coordinate);
  // No point of the group has x = 0; blst answers so before any check of the group.
  if (x === undefined || Point.Fp.is0(x)) return undefined;
  const { b } = Point.CURVE();
  const square = Point.Fp.add(Point.Fp.mul(Point.Fp.sqr(x), x), b);
  if (!isCompressed) {
    const y = read(bytes.subarray(length));
    return y === undefined || !Point.Fp.eql(Point.Fp.sqr(y), square) ? undefined : Point.fromAffine({ x, y });
  }
  let root: T;
  try {
    root = Point.Fp.sqrt(square);
  } catch {
    return undefined;
  }
  const wantsGreater = (flags & greaterY) !== 0;
  return Point.fromAffine({ x, y: isGreater(root) === wantsGreater ? root : Point.Fp.neg(root) });
}

/** Writes a point. The library's own encoder refuses points outside of the group. */
export function encode<T>(
  { length, write, isGreater }: Curve<T>,
  point: WeierstrassPoint<T>,
  compressed = true,
): Uint8Array {
  if (point.is0()) {
    const bytes = new Uint8Array(compressed ? length : 2 * length);
    bytes[0] = compressed ? compressedFlag | infinity : infinity;
    return bytes;
  }
  const { x, y } = point.toAffine();
  if (!compressed) return concatBytes(write(x), write(y));
  const bytes = write(x);
  bytes[0]! |= isGreater(y) ? compressedFlag | greaterY : compressedFlag;
  return bytes;
}

/** Reads a public key: a point of its curve in 48 bytes, or in 96 when it is not compressed. */
export function readPublicKey(bytes: Uint8Array): PublicKey | undefined {
  return decode(keyCurve, bytes);
}

/** Reads a signature: a point of its curve in 96 bytes, or in 192 when it is not compressed. */
export function readSignature(bytes: Uint8Array): Signature | undefined {
  return decode(signatureCurve, bytes);
}

/** True if a point is of its group and not infinity. */
export function isInGroup(point: PublicKey | Signature): boolean {
  return !point.is0() && point.isTorsionFree();
}

/** The sum of keys, of at least one, compressed. It may be infinity. */
export function aggregatePublicKeys(keys: readonly PublicKey[]): Uint8Array {
  return encode(keyCurve, sum(keys));
}

/** The sum of signatures, of at least one, compressed. It may be infinity. */
export function aggregateSignatures(signatures: readonly Signature[]): Uint8Array {
  return encode(signatureCurve, sum(signatures));
}

function sum<T>(points: readonly WeierstrassPoint<T>[]): WeierstrassPoint<T> {
  return points.reduce((total, point) => total.add(point));
}

/**
 * True if a signature is of its group and the sum of signatures over the messages, message for key. Infinite keys never
 * verify. Keys need not be of their group.
 */
export function verify(
  signature: Signature,
  keys: readonly PublicKey[],
  messages: readonly Uint8Array[],
  domain: string = signatureDomain,
): boolean {
  if (keys.length === 0 || keys.some((key) => key.is0()) || !signature.isTorsionFree()) return false;
  const pairs = keys.map((key, index) => pair(key, G2.hashToCurve(messages[index]!, { DST: domain })));
  if (!signature.is0()) pairs.push(pair(G1.Point.BASE.negate(), signature));
  return Fp12.eql(Fp12.finalExponentiate(bls12_381.millerLoopBatch(pairs)), Fp12.ONE);
}

/** True if the signature proves possession of the key's secret: it signs the key's compressed bytes. The key is of its group. */
export function verifyPossession(proof: Signature, key: PublicKey): boolean {
  return isInGroup(key) && verify(proof, [key], [encode(keyCurve, key)], possessionDomain);
}

/** The input of the Miller loop. The library's `pairingBatch` would refuse keys outside of their group. */
function pair(key: PublicKey, point: Signature): Parameters<typeof bls12_381.millerLoopBatch>[0][number] {
  const { x, y } = key.toAffine();
  return [utils.calcPairingPrecomputes(point), x, y];
}
