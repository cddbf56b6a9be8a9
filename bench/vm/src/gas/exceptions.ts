/** Natives or instructions that may take longer than others for their gas. */
export interface Exception {
  readonly names: readonly string[];
  /** Most times the time of `add` for the same gas. */
  readonly limit: number;
  /** Why the time for a unit of gas may grow with the size, where it does. */
  readonly grows?: string;
  readonly reason: string;
}

const named = (module: string, names: string): string[] => names.split(" ").map((name) => `0x1::${module}::${name}`);
const internal = (module: string, names: string): string[] => named(module, names).map((name) => `${name}_internal`);

/** Curve arithmetic: its prices are those of machine code that works on words, and here it is done on big integers. */
const curves: readonly Exception[] = [
  {
    names: internal("ed25519", "public_key_validate signature_verify_strict"),
    limit: 100,
    reason: "a key is decompressed, and its order looked at, on big integers before the host verifies",
  },
  {
    names: internal("multi_ed25519", "public_key_validate public_key_validate_v2 signature_verify_strict"),
    limit: 100,
    reason: "as for one key of Ed25519, for each of up to 32",
  },
  {
    names: internal("secp256k1", "ecdsa_recover"),
    limit: 100,
    reason: "two products of a point and a number",
  },
  {
    names: internal(
      "bls12381",
      "validate_pubkey signature_subgroup_check aggregate_pubkeys aggregate_signatures verify_aggregate_signature verify_multisignature verify_normal_signature verify_proof_of_possession verify_signature_share",
    ),
    limit: 100,
    reason: "points are decompressed by a root and held to their group, with 381 bits and pairings",
  },
  {
    names: internal(
      "crypto_algebra",
      "add deserialize div double downcast eq from_u64 hash_to inv mul multi_pairing neg one order pairing scalar_mul serialize sqr sub upcast zero",
    ),
    limit: 100,
    reason: "elements of extensions of up to twelve parts, each a big integer",
  },
  {
    names: [...internal("crypto_algebra", "multi_scalar_mul"), ...internal("ristretto255", "multi_scalar_mul")],
    limit: 100,
    grows: "the price is that of a method which shares work between points; here each is multiplied by itself",
    reason: "one product of a point and a number for each",
  },
  {
    names: internal(
      "ristretto255",
      "basepoint_double_mul basepoint_mul double_scalar_mul new_point_from_64_uniform_bytes new_point_from_sha512 point_add point_compress point_decompress point_is_canonical point_mul point_neg point_sub",
    ),
    limit: 100,
    reason: "points of four big integers, compressed and decompressed by a root",
  },
  {
    names: [
      ...internal("ristretto255_bulletproofs", "verify_range_proof verify_batch_range_proof"),
      ...internal("confidential_range_proofs", "verify_batch_range_proof"),
    ],
    limit: 100,
    reason: "a product of a point and a number for each bit of the range",
  },
];

/** Values in values: each is an object here, and gas counts the bytes that it takes elsewhere. */
const values: readonly Exception[] = [
  {
    names: [...named("from_bcs", "from_bytes"), ...named("util", "from_bytes")],
    limit: 150,
    reason: "an empty vector or a text of one letter is an object of its own, and pays for one or two bytes",
  },
  {
    names: ["ld_const"],
    limit: 60,
    reason: "as for from_bytes: each inner vector of a constant is an object, and pays for one byte",
  },
  {
    names: ["copy_loc", "read_ref", "write_ref"],
    limit: 50,
    grows: "a young vector of many thousand items is moved once by the collector, a short one never lives that long",
    reason: "each inner vector of a copy is an object of its own",
  },
  {
    names: named("bcs", "to_bytes serialized_size"),
    limit: 40,
    reason: "each inner vector is looked at for one byte",
  },
  {
    names: ["pack_closure", "pack_closure_generic", "call_closure"],
    limit: 150,
    reason: "each time the function is looked up and the layouts of what is captured are found, which no price counts",
  },
  {
    names: named("string_utils", "native_format native_format_list"),
    limit: 200,
    grows: "long texts take memory outside of the engine's heap",
    reason: "a byte of text costs less gas than one turn of any loop here takes",
  },
  {
    names: named("aggregator_v2", "derive_string_concat"),
    limit: 40,
    grows: "as for formatting, and texts have at most 1,024 bytes",
    reason: "texts are put together byte by byte",
  },
  {
    names: [...named("aggregator", "add sub read destroy"), ...named("aggregator_factory", "new_aggregator")],
    limit: 60,
    reason: "its value is a table item that is named by a hash, made for one price",
  },
];

/** Natives and instructions that may go beyond the usual limit, and why. */
export const exceptions: readonly Exception[] = [...curves, ...values];
