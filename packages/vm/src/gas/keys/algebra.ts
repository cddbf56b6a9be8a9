import { group } from "./group.ts";

const field = [
  "add",
  "deser",
  "div",
  "eq",
  "from_u64",
  "inv",
  "mul",
  "neg",
  "one",
  "serialize",
  "square",
  "sub",
  "zero",
] as const;

/** Of the fields whose elements the reference copies and raises to powers. */
const largeField = [...field, "clone", "pow_u256"] as const;

const curveGroup = [
  "affine_deser_comp",
  "affine_deser_uncomp",
  "affine_serialize_comp",
  "affine_serialize_uncomp",
  "proj_add",
  "proj_double",
  "proj_eq",
  "proj_generator",
  "proj_infinity",
  "proj_neg",
  "proj_scalar_mul",
  "proj_sub",
  "proj_to_affine",
] as const;

const pairing = ["multi_pairing_base", "multi_pairing_per_pair", "pairing"] as const;

const hashing = ["base", "per_msg_byte"] as const;

/** Prices of the algebra natives: one an operation and structure. */
export const algebraKeys = [
  group("aptos_framework.algebra.ark_bls12_381_fr_", 8, field),
  group("aptos_framework.algebra.ark_bls12_381_fq12_", 8, largeField),
  group("aptos_framework.algebra.ark_bls12_381_g1_", 8, curveGroup),
  group("aptos_framework.algebra.ark_bls12_381_g2_", 8, curveGroup),
  group("aptos_framework.algebra.ark_bls12_381_", 8, pairing),
  group("aptos_framework.algebra.ark_h2c_bls12381g1_xmd_sha256_sswu_", 8, hashing),
  group("aptos_framework.algebra.ark_h2c_bls12381g2_xmd_sha256_sswu_", 8, hashing),
  group("aptos_framework.algebra.ark_bn254_fr_", 12, field),
  group("aptos_framework.algebra.ark_bn254_fq_", 12, largeField),
  group("aptos_framework.algebra.ark_bn254_fq12_", 12, largeField),
  group("aptos_framework.algebra.ark_bn254_g1_", 12, curveGroup),
  group("aptos_framework.algebra.ark_bn254_g2_", 12, curveGroup),
  group("aptos_framework.algebra.ark_bn254_", 12, pairing),
] as const;
