import { concatBytes } from "@ledger/types";
import type { IField } from "@noble/curves/abstract/modular.js";
import type { Fp2, Fp12 } from "@noble/curves/abstract/tower.js";
import type { WeierstrassPoint, WeierstrassPointCons } from "@noble/curves/abstract/weierstrass.js";
import { bn254 } from "@noble/curves/bn254.js";
import { littleEndian, toLittleEndian } from "../byte-order.ts";
import { extensionField, primeField, targetGroup } from "./fields.ts";
import { type PointEncoding, pointGroup } from "./groups.ts";
import { pairingProduct } from "./pairing.ts";
import { anyStructure, type CurveFamily } from "./structure.ts";

const { fields, G1, G2 } = bn254;
const fieldLength = 32;
const base = fields.Fp.ORDER;

/** Flags in the last byte of a point. */
const greaterY = 0x80;
const infinity = 0x40;
const flagBits = greaterY | infinity;

/** How a coordinate is written, and which of two opposite ones is the greater. */
interface Coordinate<T> {
  readonly length: number;
  readonly write: (value: T) => Uint8Array;
  readonly read: (bytes: Uint8Array) => T | undefined;
  readonly isGreater: (value: T) => boolean;
}

function isGreaterFq(value: bigint): boolean {
  return 2n * value > base;
}

const fqCoordinate: Coordinate<bigint> = {
  length: fieldLength,
  write: (value) => toLittleEndian(value, fieldLength),
  read(bytes) {
    const value = littleEndian(bytes);
    return value < base ? value : undefined;
  },
  isGreater: isGreaterFq,
};

const fq2Coordinate: Coordinate<Fp2> = {
  length: 2 * fieldLength,
  write: ({ c0, c1 }) => concatBytes(fqCoordinate.write(c0), fqCoordinate.write(c1)),
  read(bytes) {
    const c0 = fqCoordinate.read(bytes.slice(0, fieldLength));
    const c1 = fqCoordinate.read(bytes.slice(fieldLength));
    return c0 === undefined || c1 === undefined ? undefined : { c0, c1 };
  },
  isGreater: ({ c0, c1 }) => isGreaterFq(c1 === 0n ? c0 : c1),
};

/** Lowest byte first, with flags in the last byte: of x when the point is compressed, else of y. */
function encoding<T>(Point: WeierstrassPointCons<T>, coordinate: Coordinate<T>): PointEncoding<T> {
  const { length, write, read, isGreater } = coordinate;
  const { Fp } = Point;
  return {
    length,
    write(point, compressed) {
      const isZero = point.is0();
      const { x, y } = isZero ? { x: Fp.ZERO, y: Fp.ZERO } : point.toAffine();
      const bytes = compressed ? write(x) : concatBytes(write(x), write(y));
      bytes[bytes.length - 1]! |= isZero ? infinity : isGreater(y) ? greaterY : 0;
      return bytes;
    },
    read(given, compressed) {
      const bytes = given.slice();
      const flags = bytes.at(-1)! & flagBits;
      bytes[bytes.length - 1]! &= ~flagBits;
      const x = read(bytes.slice(0, length));
      const readY = compressed ? Fp.ZERO : read(bytes.slice(length));
      if (flags === flagBits || x === undefined || readY === undefined) return undefined;
      if (flags === infinity) return Point.ZERO;
      const { b } = Point.CURVE();
      const square = Fp.add(Fp.mul(Fp.sqr(x), x), b);
      if (!compressed) return Fp.eql(Fp.sqr(readY), square) ? Point.fromAffine({ x, y: readY }) : undefined;
      const root = squareRoot(Fp, square);
      if (root === undefined) return undefined;
      return Point.fromAffine({ x, y: isGreater(root) === (flags === greaterY) ? root : Fp.neg(root) });
    },
  };
}

function squareRoot<T>(field: IField<T>, square: T): T | undefined {
  try {
    return field.sqrt(square);
  } catch {
    return undefined;
  }
}

const pairing = pairingProduct<bigint, Fp2, Fp12>(fields.Fp12, bn254);
const fq12 = extensionField(
  "bn254 fq12",
  fields.Fp12,
  base,
  fieldLength,
  (name) => `aptos_framework.algebra.ark_bn254_fq12_${name}`,
);

/** BN254. */
export const bn254Algebra: CurveFamily = {
  feature: "bn254Structures",
  structures: {
    // The ledger charges this field's one at the other family's price.
    Fr: anyStructure(
      primeField(
        "bn254 fr",
        "Fr",
        fields.Fr,
        (name) => `aptos_framework.algebra.ark_bn254_fr_${name}`,
        "aptos_framework.algebra.ark_bls12_381_fr_one",
      ),
    ),
    Fq: anyStructure(primeField("bn254 fq", "Fq", fields.Fp, (name) => `aptos_framework.algebra.ark_bn254_fq_${name}`)),
    Fq12: anyStructure(fq12),
    G1: anyStructure(
      pointGroup(
        "bn254 g1",
        "G1",
        3 * fieldLength,
        G1.Point,
        encoding(G1.Point, fqCoordinate),
        (name) => `aptos_framework.algebra.ark_bn254_g1_${name}`,
      ),
    ),
    G2: anyStructure(
      pointGroup(
        "bn254 g2",
        "G2",
        6 * fieldLength,
        G2.Point,
        encoding(G2.Point, fq2Coordinate),
        (name) => `aptos_framework.algebra.ark_bn254_g2_${name}`,
      ),
    ),
    Gt: anyStructure(
      targetGroup(
        fq12,
        fields.Fp12,
        base,
        fieldLength,
        fields.Fr.ORDER,
        () => pairing([G1.Point.BASE], [G2.Point.BASE]),
        (name) => `aptos_framework.algebra.ark_bn254_fq12_${name}`,
      ),
    ),
  },
  pairing: (first, second) =>
    pairing(first as readonly WeierstrassPoint<bigint>[], second as readonly WeierstrassPoint<Fp2>[]),
  pairingPrice: "aptos_framework.algebra.ark_bn254_pairing",
  multiPairingPrices: {
    base: "aptos_framework.algebra.ark_bn254_multi_pairing_base",
    perPair: "aptos_framework.algebra.ark_bn254_multi_pairing_per_pair",
  },
  groups: {
    G1: {
      toAffine: "aptos_framework.algebra.ark_bn254_g1_proj_to_affine",
      add: "aptos_framework.algebra.ark_bn254_g1_proj_add",
      double: "aptos_framework.algebra.ark_bn254_g1_proj_double",
    },
    G2: {
      toAffine: "aptos_framework.algebra.ark_bn254_g2_proj_to_affine",
      add: "aptos_framework.algebra.ark_bn254_g2_proj_add",
      double: "aptos_framework.algebra.ark_bn254_g2_proj_double",
    },
  },
};
