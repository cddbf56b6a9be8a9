import { ristretto255, ristretto255_hasher } from "@noble/curves/ed25519.js";
import { littleEndian, toLittleEndian } from "./byte-order.ts";

const { Point } = ristretto255;
const { Fn } = Point;

/** An element of the group. */
export type RistrettoPoint = InstanceType<(typeof ristretto255)["Point"]>;

/** Bytes of a scalar, and of a compressed point. */
export const elementLength = 32;

export const identity: RistrettoPoint = Point.ZERO;
export const basepoint: RistrettoPoint = Point.BASE;

/** Decompresses a point. Only its one canonical encoding is accepted. */
export function decompress(bytes: Uint8Array): RistrettoPoint | undefined {
  try {
    return Point.fromBytes(bytes);
  } catch {
    return undefined;
  }
}

/** Maps 64 uniform bytes to a point: two halves through Elligator, added. */
export function fromUniformBytes(bytes: Uint8Array): RistrettoPoint {
  return ristretto255_hasher.deriveToCurve!(bytes) as RistrettoPoint;
}

/** Multiplies by any scalar, zero included. Nothing here is secret, so the faster way serves. */
export function multiply(point: RistrettoPoint, scalar: bigint): RistrettoPoint {
  return point.multiplyUnsafe(scalar);
}

/** Reads a scalar. Only its canonical form is accepted: 32 bytes, lowest first, below the group's order. */
export function readScalar(bytes: Uint8Array): bigint | undefined {
  if (bytes.length !== elementLength) return undefined;
  const scalar = littleEndian(bytes);
  return scalar < Fn.ORDER ? scalar : undefined;
}

/** Reads any number of bytes, lowest first, as a scalar, reduced. */
export function reduceScalar(bytes: Uint8Array): bigint {
  return littleEndian(bytes) % Fn.ORDER;
}

/** The 32 bytes of a scalar. */
export function writeScalar(scalar: bigint): Uint8Array {
  return toLittleEndian(scalar, elementLength);
}

/** Arithmetic of scalars; the inverse of zero is zero. */
export const scalars: {
  readonly add: (a: bigint, b: bigint) => bigint;
  readonly subtract: (a: bigint, b: bigint) => bigint;
  readonly multiply: (a: bigint, b: bigint) => bigint;
  readonly negate: (a: bigint) => bigint;
  readonly invert: (a: bigint) => bigint;
} = {
  add: (a, b) => Fn.add(a, b),
  subtract: (a, b) => Fn.sub(a, b),
  multiply: (a, b) => Fn.mul(a, b),
  negate: (a) => Fn.neg(a),
  invert: (a) => (a === 0n ? 0n : Fn.inv(a)),
};
