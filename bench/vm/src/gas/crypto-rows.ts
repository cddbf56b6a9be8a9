import { generateKeyPairSync, sign } from "node:crypto";
import { ByteVector, Reference, type Value } from "@ledger/vm";
import { algebra, bls } from "./algebra-rows.ts";
import { calls, fewCalls, fixed, type GasRow, groups, lengths, native, type Preparation, prepared } from "./row.ts";
import { bytesOf, listOf } from "./values.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const edKey = publicKey.export({ type: "spki", format: "der" }).subarray(-32);
const edSignature = (message: Uint8Array): Uint8Array => sign(null, message, privateKey);

/** Keys of one account of several, and their signatures. */
const edKeys = (count: number): Value =>
  new ByteVector(Buffer.concat([...listOf(count, () => edKey), Buffer.of(count)]));

function edSignatures(count: number, message: Uint8Array): Value {
  const bitmap = Buffer.alloc(4);
  for (let index = 0; index < count; index++) bitmap[index >> 3]! |= 0x80 >> (index & 7);
  return new ByteVector(Buffer.concat([...listOf(count, () => edSignature(message)), bitmap]));
}

const ed25519 = [
  native("0x1::ed25519::public_key_validate_internal", fewCalls, () => ({ args: [new ByteVector(edKey)] })),
  native("0x1::ed25519::signature_verify_strict_internal", lengths, (size) => {
    const message = bytesOf(size);
    return { args: [new ByteVector(edSignature(message.bytes)), new ByteVector(edKey), message] };
  }),
  native("0x1::multi_ed25519::public_key_validate_internal", groups, (size) => ({ args: [edKeys(size)] })),
  native("0x1::multi_ed25519::public_key_validate_v2_internal", groups, (size) => ({ args: [edKeys(size)] })),
  native("0x1::multi_ed25519::signature_verify_strict_internal", groups, (size) => {
    const message = bytesOf(64);
    return { args: [edSignatures(size, message.bytes), edKeys(size), message] };
  }),
];

const secp256k1 = native("0x1::secp256k1::ecdsa_recover_internal", fewCalls, () => {
  const key = generateKeyPairSync("ec", { namedCurve: "secp256k1" }).privateKey;
  const signature = sign("sha256", new Uint8Array(32), { key, dsaEncoding: "ieee-p1363" });
  return { args: [bytesOf(32), 0, new ByteVector(signature)] };
});

/** The generator of a group of BLS12-381 as it is sent: a key in G1, a signature or a proof in G2. */
async function generator(preparation: Preparation, group: "G1" | "G2"): Promise<ByteVector> {
  const [handle] = await preparation.run(algebra("one"), [], [`${bls}${group}`]);
  const types = [`${bls}${group}`, `${bls}Format${group}Compr`];
  return (await preparation.run(algebra("serialize"), [handle!], types))[0] as ByteVector;
}

function blsRow(
  name: string,
  sizes: readonly number[],
  args: (size: number, key: ByteVector, signature: ByteVector) => readonly Value[],
): GasRow {
  return prepared(`0x1::bls12381::${name}_internal`, sizes, async (size, preparation) => ({
    args: args(size, await generator(preparation, "G1"), await generator(preparation, "G2")),
  }));
}

const blsSignatures = [
  blsRow("validate_pubkey", fewCalls, (_, key) => [key]),
  blsRow("signature_subgroup_check", fewCalls, (_, __, signature) => [signature]),
  ...["verify_normal_signature", "verify_multisignature", "verify_signature_share"].map((name) =>
    blsRow(name, lengths, (size, key, signature) => [signature, key, bytesOf(size)]),
  ),
  blsRow("verify_proof_of_possession", fewCalls, (_, key, signature) => [key, signature]),
  blsRow("aggregate_pubkeys", groups, (size, key) => [listOf(size, () => [key])]),
  blsRow("aggregate_signatures", groups, (size, _, signature) => [listOf(size, () => [signature])]),
  blsRow("verify_aggregate_signature", groups, (size, key, signature) => [
    signature,
    listOf(size, () => [key]),
    listOf(size, (index) => bytesOf(32, index)),
  ]),
];

const ristretto = (name: string): string => `0x1::ristretto255::${name}`;

/** A point that nothing is known about. */
async function point(preparation: Preparation, seed = 1): Promise<Value> {
  return (await preparation.run(ristretto("new_point_from_sha512_internal"), [bytesOf(32, seed)]))[0]!;
}

async function pointBytes(preparation: Preparation, seed = 1): Promise<ByteVector> {
  const compressed = await preparation.run(ristretto("point_compress_internal"), [
    new Reference([[await point(preparation, seed)]], 0),
  ]);
  return compressed[0] as ByteVector;
}

/** Less than the order of the group. */
const number32 = (): ByteVector => bytesOf(32, 5);

const ristrettoScalars = [
  ...["scalar_add", "scalar_sub", "scalar_mul"].map((name) =>
    fixed(ristretto(`${name}_internal`), () => [number32(), number32()]),
  ),
  ...["scalar_neg", "scalar_invert", "scalar_is_canonical", "scalar_reduced_from_32_bytes"].map((name) =>
    fixed(ristretto(`${name}_internal`), () => [number32()]),
  ),
  fixed(ristretto("scalar_from_u64_internal"), () => [7]),
  fixed(ristretto("scalar_from_u128_internal"), () => [2n ** 128n - 1n]),
  fixed(ristretto("scalar_uniform_from_64_bytes_internal"), () => [bytesOf(64)]),
  native(ristretto("scalar_from_sha512_internal"), lengths, (size) => ({ args: [bytesOf(size)] })),
];

type PointArgs = (handle: Value, bytes: ByteVector) => readonly Value[];

const ristrettoPoints = (
  [
    ["point_identity_internal", calls, () => []],
    ["point_clone_internal", calls, (handle) => [handle]],
    ["point_equals", calls, (handle) => [[handle], [handle]]],
    ["point_add_internal", calls, (handle) => [[handle], [handle], false]],
    ["point_sub_internal", calls, (handle) => [[handle], [handle], false]],
    ["point_neg_internal", calls, (handle) => [[handle], false]],
    ["point_compress_internal", fewCalls, (handle) => [[handle]]],
    ["point_decompress_internal", fewCalls, (_, bytes) => [bytes]],
    ["point_is_canonical_internal", fewCalls, (_, bytes) => [bytes]],
    ["point_mul_internal", fewCalls, (handle) => [[handle], number32(), false]],
    ["basepoint_mul_internal", fewCalls, () => [number32()]],
    ["basepoint_double_mul_internal", fewCalls, (handle) => [number32(), [handle], number32()]],
    ["double_scalar_mul_internal", fewCalls, (handle) => [handle, handle, number32(), number32()]],
    ["new_point_from_64_uniform_bytes_internal", fewCalls, () => [bytesOf(64)]],
  ] as readonly (readonly [string, readonly number[], PointArgs])[]
).map(([name, sizes, args]) =>
  prepared(ristretto(name), sizes, async (_, preparation) => ({
    args: args(await point(preparation), await pointBytes(preparation)),
  })),
);

const ristrettoLists = [
  native(ristretto("new_point_from_sha512_internal"), lengths, (size) => ({ args: [bytesOf(size)] })),
  prepared(ristretto("multi_scalar_mul_internal"), groups, async (size, preparation) => {
    const handle = await point(preparation);
    return {
      args: [listOf(size, () => [handle]), listOf(size, () => [number32()])],
      typeArgs: [ristretto("RistrettoPoint"), ristretto("Scalar")],
    };
  }),
];

/** A session runs one call at a time. */
async function inTurn<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let index = 0; index < count; index++) made.push(await make(index));
  return made;
}

/** A range proof of the right form that does not hold, which takes as long to find out. */
async function rangeProof(preparation: Preparation, allBits: number): Promise<ByteVector> {
  const points = (count: number) => inTurn(count, (index) => pointBytes(preparation, index + 1));
  const scalars = (count: number) => listOf(count, number32);
  const parts = [...(await points(4)), ...scalars(3), ...(await points(2 * Math.log2(allBits))), ...scalars(2)];
  return new ByteVector(Buffer.concat(parts.map(({ bytes }) => bytes)));
}

const proofs = [
  prepared(
    "0x1::ristretto255_bulletproofs::verify_range_proof_internal",
    [8, 16, 32, 64],
    async (size, preparation) => ({
      args: [
        await pointBytes(preparation),
        [await point(preparation, 1)],
        [await point(preparation, 2)],
        await rangeProof(preparation, size),
        size,
        bytesOf(16),
      ],
    }),
  ),
  ...["0x1::ristretto255_bulletproofs", "0x1::confidential_range_proofs"].map((module) =>
    prepared(`${module}::verify_batch_range_proof_internal`, [2, 4, 8, 16], async (size, preparation) => {
      const commitment = await pointBytes(preparation);
      return {
        args: [
          listOf(size, () => commitment),
          [await point(preparation, 1)],
          [await point(preparation, 2)],
          await rangeProof(preparation, size * 32),
          32,
          bytesOf(16),
        ],
      };
    }),
  ),
];

/** Natives of signatures, of one group of points, and of its range proofs. */
export const cryptoRows: readonly GasRow[] = [
  ...ed25519,
  secp256k1,
  ...blsSignatures,
  ...ristrettoScalars,
  ...ristrettoPoints,
  ...ristrettoLists,
  ...proofs,
];
