import { type LazyNatives, lazyNatives } from "./lazy-natives.ts";

/** The families of natives that bring cryptography of their own, each loaded when it is reached. */
export const cryptoFamilies: readonly LazyNatives[] = [
  lazyNatives(
    {
      "0x1::aptos_hash": ["sha2_512_internal", "sha3_512_internal", "ripemd160_internal", "blake2b_256_internal"],
    },
    () => import("./framework/rare-hash.ts"),
  ),
  lazyNatives(
    {
      "0x1::ed25519": ["public_key_validate_internal", "signature_verify_strict_internal"],
      "0x1::multi_ed25519": [
        "public_key_validate_internal",
        "public_key_validate_v2_internal",
        "signature_verify_strict_internal",
      ],
    },
    () => import("./framework/ed25519.ts"),
  ),
  lazyNatives({ "0x1::secp256k1": ["ecdsa_recover_internal"] }, () => import("./framework/secp256k1.ts")),
  lazyNatives(
    {
      "0x1::bls12381": [
        "aggregate_pubkeys_internal",
        "aggregate_signatures_internal",
        "signature_subgroup_check_internal",
        "validate_pubkey_internal",
        "verify_aggregate_signature_internal",
        "verify_multisignature_internal",
        "verify_normal_signature_internal",
        "verify_proof_of_possession_internal",
        "verify_signature_share_internal",
      ],
    },
    () => import("./framework/bls12381.ts"),
  ),
  lazyNatives(
    {
      "0x1::ristretto255": [
        "basepoint_double_mul_internal",
        "basepoint_mul_internal",
        "double_scalar_mul_internal",
        "multi_scalar_mul_internal",
        "new_point_from_64_uniform_bytes_internal",
        "new_point_from_sha512_internal",
        "point_add_internal",
        "point_clone_internal",
        "point_compress_internal",
        "point_decompress_internal",
        "point_equals",
        "point_identity_internal",
        "point_is_canonical_internal",
        "point_mul_internal",
        "point_neg_internal",
        "point_sub_internal",
        "scalar_add_internal",
        "scalar_from_sha512_internal",
        "scalar_from_u128_internal",
        "scalar_from_u64_internal",
        "scalar_invert_internal",
        "scalar_is_canonical_internal",
        "scalar_mul_internal",
        "scalar_neg_internal",
        "scalar_reduced_from_32_bytes_internal",
        "scalar_sub_internal",
        "scalar_uniform_from_64_bytes_internal",
      ],
    },
    () => import("./framework/ristretto255.ts"),
  ),
  lazyNatives(
    {
      "0x1::ristretto255_bulletproofs": ["verify_range_proof_internal", "verify_batch_range_proof_internal"],
      "0x1::confidential_range_proofs": ["verify_batch_range_proof_internal"],
    },
    () => import("./framework/bulletproofs.ts"),
  ),
  lazyNatives(
    {
      "0x1::crypto_algebra": [
        "add_internal",
        "deserialize_internal",
        "div_internal",
        "double_internal",
        "downcast_internal",
        "eq_internal",
        "from_u64_internal",
        "hash_to_internal",
        "inv_internal",
        "mul_internal",
        "multi_pairing_internal",
        "multi_scalar_mul_internal",
        "neg_internal",
        "one_internal",
        "order_internal",
        "pairing_internal",
        "scalar_mul_internal",
        "serialize_internal",
        "sqr_internal",
        "sub_internal",
        "upcast_internal",
        "zero_internal",
      ],
    },
    () => import("./framework/algebra.ts"),
  ),
];
