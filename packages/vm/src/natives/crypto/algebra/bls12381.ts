import type { Fp2, Fp12 } from "@noble/curves/abstract/tower.js";
import type { WeierstrassPoint } from "@noble/curves/abstract/weierstrass.js";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { type Curve, decode, encode, keyCurve, signatureCurve } from "../bls12381.ts";
import { extensionField, primeField, targetGroup } from "./fields.ts";
import { type PointEncoding, pointGroup } from "./groups.ts";
import { pairingProduct } from "./pairing.ts";
import { anyStructure, type CurveFamily } from "./structure.ts";

const { fields, G1, G2 } = bls12_381;
const fieldLength = 48;
const base = fields.Fp.ORDER;

/** The form of this family's first users: highest byte first, flags in the first byte. */
function encoding<T>(curve: Curve<T>): PointEncoding<T> {
  return {
    length: curve.length,
    write: (point, compressed) => encode(curve, point, compressed),
    read: (bytes, compressed) => (bytes[0]! >= 0x80 === compressed ? decode(curve, bytes) : undefined),
  };
}

const pairing = pairingProduct<bigint, Fp2, Fp12>(fields.Fp12, bls12_381);
const fq12 = extensionField(
  "bls12_381 fq12",
  fields.Fp12,
  base,
  fieldLength,
  (name) => `aptos_framework.algebra.ark_bls12_381_fq12_${name}`,
);

/** BLS12-381. */
export const bls12381Algebra: CurveFamily = {
  feature: "bls12381Structures",
  structures: {
    Fr: anyStructure(
      primeField("bls12_381 fr", "Fr", fields.Fr, (name) => `aptos_framework.algebra.ark_bls12_381_fr_${name}`),
    ),
    Fq12: anyStructure(fq12),
    G1: anyStructure(
      pointGroup(
        "bls12_381 g1",
        "G1",
        3 * fieldLength,
        G1.Point,
        encoding(keyCurve),
        (name) => `aptos_framework.algebra.ark_bls12_381_g1_${name}`,
      ),
    ),
    G2: anyStructure(
      pointGroup(
        "bls12_381 g2",
        "G2",
        6 * fieldLength,
        G2.Point,
        encoding(signatureCurve),
        (name) => `aptos_framework.algebra.ark_bls12_381_g2_${name}`,
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
        (name) => `aptos_framework.algebra.ark_bls12_381_fq12_${name}`,
      ),
    ),
  },
  pairing: (first, second) =>
    pairing(first as readonly WeierstrassPoint<bigint>[], second as readonly WeierstrassPoint<Fp2>[]),
  pairingPrice: "aptos_framework.algebra.ark_bls12_381_pairing",
  multiPairingPrices: {
    base: "aptos_framework.algebra.ark_bls12_381_multi_pairing_base",
    perPair: "aptos_framework.algebra.ark_bls12_381_multi_pairing_per_pair",
  },
  groups: {
    G1: {
      toAffine: "aptos_framework.algebra.ark_bls12_381_g1_proj_to_affine",
      add: "aptos_framework.algebra.ark_bls12_381_g1_proj_add",
      double: "aptos_framework.algebra.ark_bls12_381_g1_proj_double",
    },
    G2: {
      toAffine: "aptos_framework.algebra.ark_bls12_381_g2_proj_to_affine",
      add: "aptos_framework.algebra.ark_bls12_381_g2_proj_add",
      double: "aptos_framework.algebra.ark_bls12_381_g2_proj_double",
    },
  },
};
