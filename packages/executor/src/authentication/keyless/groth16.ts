import type { Zkp } from "@ledger/types";
import { bn254 } from "@noble/curves/bn254.js";
import type { Groth16VerificationKey } from "./on-chain.ts";
import { littleEndian } from "./poseidon.ts";

const { G1, G2, fields, pairingBatch } = bn254;
const { Fp, Fp2, Fp12 } = fields;
type G1Point = typeof G1.Point.BASE;
type G2Point = typeof G2.Point.BASE;

/** Bits of a point's last byte. */
const infinityFlag = 0x40;
const largerYFlag = 0x80;
const fieldBytes = 32;

/**
 * Verifies a Groth16 proof about one public input: `e(A, B) = e(α, β) · e(L, γ) · e(C, δ)`, where `L` commits to the input.
 *
 * @param publicInput - an element of the curve's scalar field
 * @returns `false` also where a point of the key or of the proof is none
 * @see J. Groth, On the Size of Pairing-based Non-interactive Arguments, §3.2
 */
export function verifyGroth16(key: Groth16VerificationKey, { value }: Zkp, publicInput: bigint): boolean {
  const [constant, coefficient, ...others] = key.gammaAbcG1;
  if (constant === undefined || coefficient === undefined || others.length > 0) return false;
  try {
    const input = decodeG1(constant).add(scaled(decodeG1(coefficient), publicInput));
    const product = pairingBatch(
      [
        { g1: decodeG1(value.a).negate(), g2: decodeG2(value.b) },
        { g1: decodeG1(key.alphaG1), g2: decodeG2(key.betaG2) },
        { g1: input, g2: decodeG2(key.gammaG2) },
        { g1: decodeG1(value.c), g2: decodeG2(key.deltaG2) },
      ].filter(({ g1, g2 }) => !g1.is0() && !g2.is0()),
    );
    return Fp12.eql(product, Fp12.ONE);
  } catch {
    return false;
  }
}

function scaled(point: G1Point, scalar: bigint): G1Point {
  return scalar === 0n ? G1.Point.ZERO : point.multiplyUnsafe(scalar);
}

/** A compressed point of the first group: x in little endian, with two flags on top. */
function decodeG1(bytes: Uint8Array): G1Point {
  const { infinity, largerY, coordinates } = decompress(bytes, 1);
  if (infinity) return G1.Point.ZERO;
  const x = inField(coordinates[0]!);
  const y = Fp.sqrt(Fp.add(Fp.mul(Fp.sqr(x), x), 3n));
  const point = G1.Point.fromAffine({ x, y: isLarger(y) === largerY ? y : Fp.neg(y) });
  point.assertValidity();
  return point;
}

const { b: twistB } = G2.Point.CURVE();

/** A compressed point of the second group: both parts of x in little endian, the flags on top of the second. */
function decodeG2(bytes: Uint8Array): G2Point {
  const { infinity, largerY, coordinates } = decompress(bytes, 2);
  if (infinity) return G2.Point.ZERO;
  const x = { c0: inField(coordinates[0]!), c1: inField(coordinates[1]!) };
  const y = Fp2.sqrt(Fp2.add(Fp2.mul(Fp2.sqr(x), x), twistB));
  const yIsLarger = y.c1 === 0n ? isLarger(y.c0) : isLarger(y.c1);
  const point = G2.Point.fromAffine({ x, y: yIsLarger === largerY ? y : Fp2.neg(y) });
  point.assertValidity();
  return point;
}

function decompress(bytes: Uint8Array, parts: number) {
  if (bytes.length !== parts * fieldBytes) throw new RangeError(`a point must have ${parts * fieldBytes} bytes`);
  const flags = bytes[bytes.length - 1]!;
  const coordinates = Array.from({ length: parts }, (_, part) => {
    const own = bytes.slice(part * fieldBytes, (part + 1) * fieldBytes);
    if (part === parts - 1) own[fieldBytes - 1]! &= ~(infinityFlag | largerYFlag);
    return littleEndian(own);
  });
  const infinity = (flags & infinityFlag) !== 0;
  if (infinity && (coordinates.some((value) => value !== 0n) || (flags & largerYFlag) !== 0)) {
    throw new RangeError("the point at infinity must have no coordinates");
  }
  return { infinity, largerY: (flags & largerYFlag) !== 0, coordinates };
}

function inField(value: bigint): bigint {
  if (value >= Fp.ORDER) throw new RangeError("a coordinate is not an element of the field");
  return value;
}

/** True if an element is larger than its negative. */
function isLarger(value: bigint): boolean {
  return value > Fp.neg(value);
}
