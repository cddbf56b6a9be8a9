import { bytesToHex, hexToBytes } from "@ledger/types";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { ed25519 } from "@noble/curves/ed25519.js";
import { describe, expect, test } from "vitest";
import { feature } from "../../src/features/feature.ts";
import type { Results } from "../../src/port/native.ts";
import type { ByteVector } from "../../src/value/byte-vector.ts";
import type { Value } from "../../src/value/value.ts";
import { bytes, NativeBench, type Outcome, ref } from "./run-native.ts";

const bench = new NativeBench({ features: [feature.ed25519WrongLength] });

/** The prices that were taken, without what all of them begin with. */
function gasOf({ gas }: Outcome): Record<string, number> {
  return Object.fromEntries(Object.entries(gas).map(([key, units]) => [key.split(".").at(-1)!, units]));
}

function valuesOf({ result }: Outcome): readonly Value[] {
  return (result as Results).values;
}

describe("ed25519", () => {
  const secret = new Uint8Array(32).fill(9);
  const key = ed25519.getPublicKey(secret);
  const message = new TextEncoder().encode("message");
  const signature = ed25519.sign(message, secret);
  const name = "0x1::ed25519::signature_verify_strict_internal";

  test("a signature pays for all of its steps, a bad one for those it reached", async () => {
    const all = { base: 1, per_pubkey_deserialize: 1, per_sig_deserialize: 1, per_sig_strict_verify: 1 };
    const hashing = { per_msg_hashing_base: 1, per_msg_byte_hashing: 7 };
    const good = await bench.run(name, [bytes(signature), bytes(key), bytes(message)]);
    expect([good.result, gasOf(good)]).toEqual([true, { ...all, ...hashing }]);
    const large = signature.slice().fill(0xff, 32);
    const unread = await bench.run(name, [bytes(large), bytes(key), bytes(message)]);
    expect([unread.result, gasOf(unread)]).toEqual([
      false,
      { base: 1, per_pubkey_deserialize: 1, per_sig_deserialize: 1 },
    ]);
    const noKey = await bench.run(name, [bytes(signature), bytes(key.subarray(1)), bytes(message)]);
    expect([noKey.result, gasOf(noKey)]).toEqual([false, { base: 1, per_pubkey_deserialize: 1 }]);
  });

  test("a key of another length is an abort before feature 14", async () => {
    const validate = "0x1::ed25519::public_key_validate_internal";
    expect(await new NativeBench().abortOf(validate, [bytes(key.subarray(1))])).toBe(1n);
    expect(await bench.result(validate, [bytes(key.subarray(1))])).toBe(false);
    const outcome = await bench.run(validate, [bytes(key)]);
    expect([outcome.result, gasOf(outcome)]).toEqual([
      true,
      { base: 1, per_pubkey_deserialize: 1, per_pubkey_small_order_check: 1 },
    ]);
  });

  test("of several keys every one that is looked at pays for both checks", async () => {
    const small = hexToBytes(`01${"00".repeat(31)}`);
    const keys = Uint8Array.from([...key, ...small, ...key, 1]);
    for (const form of ["public_key_validate_internal", "public_key_validate_v2_internal"]) {
      const outcome = await bench.run(`0x1::multi_ed25519::${form}`, [bytes(keys)]);
      expect([outcome.result, gasOf(outcome)]).toEqual([
        false,
        { base: 1, per_pubkey_deserialize: 2, per_pubkey_small_order_check: 2 },
      ]);
    }
    const noThreshold = keys.slice(0, 32);
    expect(await bench.result("0x1::multi_ed25519::public_key_validate_internal", [bytes(noThreshold)])).toBe(true);
    expect(await bench.result("0x1::multi_ed25519::public_key_validate_v2_internal", [bytes(noThreshold)])).toBe(false);
  });

  test("signatures of several keys pay by their number", async () => {
    const keys = Uint8Array.from([...key, ...key, 2]);
    const both = Uint8Array.from([...signature, ...signature, 0xc0, 0, 0, 0]);
    const outcome = await bench.run("0x1::multi_ed25519::signature_verify_strict_internal", [
      bytes(both),
      bytes(keys),
      bytes(message),
    ]);
    expect([outcome.result, gasOf(outcome)]).toEqual([
      true,
      {
        base: 1,
        per_pubkey_deserialize: 2,
        per_sig_deserialize: 2,
        per_sig_strict_verify: 2,
        per_msg_hashing_base: 2,
        per_msg_byte_hashing: 14,
      },
    ]);
  });
});

describe("secp256k1", () => {
  const name = "0x1::secp256k1::ecdsa_recover_internal";
  const zero = new Uint8Array(32);

  test.each([
    ["a message of another length", zero.subarray(1), 0, new Uint8Array(64), "Message must be exactly 32 bytes"],
    ["an identifier above 3", zero, 4, new Uint8Array(64), "Recovery ID must be 0, 1, 2, or 3"],
    ["a signature of another length", zero, 0, new Uint8Array(63), "Signature must be exactly 64 bytes"],
  ])("%s aborts", async (_name, digest, id, signature, message) => {
    const { error, ...outcome } = await bench.run(name, [bytes(digest), id, bytes(signature)]);
    expect([error?.abortCode, error?.abortMessage]).toEqual([0x1_0001n, message]);
    expect(gasOf(outcome)).toEqual({ base: 1 });
  });

  test("a signature of nobody has no key", async () => {
    const outcome = await bench.run(name, [bytes(zero), 0, bytes(new Uint8Array(64))]);
    expect(valuesOf(outcome)).toEqual([bytes(""), false]);
    expect(gasOf(outcome)).toEqual({ base: 1, ecdsa_recover: 1 });
  });
});

describe("bls12381", () => {
  const scheme = bls12_381.longSignatures;
  const secrets = [3, 4].map((byte) => new Uint8Array(32).fill(byte));
  const keys = secrets.map((secret) => scheme.getPublicKey(secret).toBytes(true));
  const message = new TextEncoder().encode("message");
  const point = scheme.hash(message, "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_");
  const signatures = secrets.map((secret) => scheme.sign(point, secret).toBytes(true));
  const call = (name: string) => `0x1::bls12381::${name}_internal`;
  const wrapped = (values: readonly Uint8Array[]): Value => values.map((value) => [bytes(value)]);

  test("a normal signature checks the key's group at the price of reading it", async () => {
    const args = [bytes(signatures[0]!), bytes(keys[0]!), bytes(message)];
    const normal = await bench.run(call("verify_normal_signature"), args);
    const steps = { base: 1, per_sig_deserialize: 1, per_sig_verify: 1, per_msg_hashing: 1, per_byte_hashing: 7 };
    expect([normal.result, gasOf(normal)]).toEqual([true, { ...steps, per_pubkey_deserialize: 2 }]);
    const share = await bench.run(call("verify_signature_share"), args);
    expect([share.result, gasOf(share)]).toEqual([true, { ...steps, per_pubkey_deserialize: 1 }]);
  });

  test("sums of keys and signatures verify together", async () => {
    const key = await bench.run(call("aggregate_pubkeys"), [wrapped(keys)]);
    const signature = await bench.run(call("aggregate_signatures"), [wrapped(signatures)]);
    expect(gasOf(key)).toEqual({ base: 1, per_pubkey_deserialize: 2, per_pubkey_aggregate: 2 });
    expect(gasOf(signature)).toEqual({ base: 1, per_sig_deserialize: 2, per_sig_aggregate: 2 });
    const args = [valuesOf(signature)[0]!, valuesOf(key)[0]!, bytes(message)];
    expect(await bench.result(call("verify_multisignature"), args)).toBe(true);
  });

  test("a list with a bad point, and an empty one, have no sum", async () => {
    const outcome = await bench.run(call("aggregate_pubkeys"), [wrapped([keys[0]!, new Uint8Array(48), keys[1]!])]);
    expect([valuesOf(outcome), gasOf(outcome)]).toEqual([[bytes(""), false], { base: 1, per_pubkey_deserialize: 2 }]);
    const empty = await bench.run(call("aggregate_signatures"), [[]]);
    expect([valuesOf(empty), gasOf(empty)]).toEqual([[bytes(""), false], { base: 1 }]);
  });

  test("an aggregate over several messages", async () => {
    const messages = secrets.map((_secret, index) => Uint8Array.of(index, index));
    const parts = secrets.map((secret, index) =>
      scheme.sign(scheme.hash(messages[index]!, "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_"), secret),
    );
    const signature = scheme.aggregateSignatures(parts).toBytes(true);
    const args = [bytes(signature), wrapped(keys), messages.map((one) => bytes(one))];
    const outcome = await bench.run(call("verify_aggregate_signature"), args);
    expect([outcome.result, gasOf(outcome)]).toEqual([
      true,
      {
        base: 1,
        per_pubkey_deserialize: 2,
        per_sig_deserialize: 1,
        per_pairing: 3,
        per_msg_hashing: 2,
        per_byte_hashing: 4,
      },
    ]);
    const uneven = await bench.run(call("verify_aggregate_signature"), [args[0]!, args[1]!, []]);
    expect([uneven.result, gasOf(uneven)]).toEqual([false, { base: 1 }]);
  });

  test("groups and possession", async () => {
    const valid = await bench.run(call("validate_pubkey"), [bytes(keys[0]!)]);
    expect([valid.result, gasOf(valid)]).toEqual([true, { base: 1, per_pubkey_deserialize: 2 }]);
    const infinity = hexToBytes(`c0${"00".repeat(95)}`);
    const checked = await bench.run(call("signature_subgroup_check"), [bytes(infinity)]);
    expect([checked.result, gasOf(checked)]).toEqual([
      false,
      { base: 1, per_sig_deserialize: 1, per_sig_subgroup_check: 1 },
    ]);
    const proof = scheme.sign(scheme.hash(keys[0]!, "BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_"), secrets[0]!);
    const args = [bytes(keys[0]!), bytes(proof.toBytes(true))];
    const possession = await bench.run(call("verify_proof_of_possession"), args);
    expect([possession.result, gasOf(possession)]).toEqual([
      true,
      { base: 1, per_pubkey_deserialize: 1, per_sig_deserialize: 1, per_pop_verify: 1 },
    ]);
  });
});

describe("ristretto255", () => {
  const call = (name: string) => `0x1::ristretto255::${name}`;
  const scalar = (value: number) => bytes(Uint8Array.of(value, ...new Uint8Array(31)));
  const point = (handle: unknown) => ref([handle as Value]);
  // RFC 9496, appendix A.1: three and five times the base point.
  const three = "94741f5d5d52755ece4f23f044ee27d5d1ea1e2bd196b462166b16152a9d0259";
  const five = "e882b131016b52c1d3337080187cf768423efccbb517bb495ab812c4160ff44e";

  async function compressed(of: NativeBench, handle: unknown): Promise<string> {
    return bytesToHex(((await of.result(call("point_compress_internal"), [point(handle)])) as ByteVector).bytes);
  }

  test("points are kept by handle, and changed in place where asked", async () => {
    const of = new NativeBench();
    const one = await of.result(call("basepoint_mul_internal"), [scalar(1)]);
    const two = await of.result(call("point_add_internal"), [point(one), point(one), false]);
    expect([one, two]).toEqual([0, 1]);
    expect(await of.result(call("point_add_internal"), [point(two), point(one), true])).toBe(1);
    expect(await compressed(of, two)).toBe(three);
    const sum = await of.result(call("double_scalar_mul_internal"), [0, 1, scalar(2), scalar(1)]);
    expect(await compressed(of, sum)).toBe(five);
    const same = await of.result(call("basepoint_double_mul_internal"), [scalar(1), point(two), scalar(2)]);
    expect(await compressed(of, same)).toBe(five);
    expect(await of.result(call("point_equals"), [point(sum), point(same)])).toBe(true);
  });

  test("several multiplications at once", async () => {
    const of = new NativeBench();
    const one = (await of.result(call("basepoint_mul_internal"), [scalar(1)])) as Value;
    const three_ = (await of.result(call("basepoint_mul_internal"), [scalar(3)])) as Value;
    const args = [ref([[one], [three_], [one]]), ref([[scalar(1)], [scalar(1)], [scalar(1)]])];
    const outcome = await of.run(call("multi_scalar_mul_internal"), args);
    expect(await compressed(of, outcome.result)).toBe(five);
    expect(gasOf(outcome)).toEqual({ point_parse_arg: 3, scalar_parse_arg: 3, point_mul: 1 });
  });

  test("what is no point, and what is no handle", async () => {
    const of = new NativeBench();
    expect(valuesOf(await of.run(call("point_decompress_internal"), [scalar(1)]))).toEqual([2n ** 64n - 1n, false]);
    const { error } = await of.run(call("point_neg_internal"), [point(5), false]);
    expect([error?.abortCode, error?.abortMessage]).toEqual([0xa_0001n, "Invalid point handle"]);
    await of.result(call("point_identity_internal"));
    const twice = await of.run(call("point_sub_internal"), [point(0), point(0), true]);
    expect(twice.error?.abortCode).toBe(0xa_0003n);
  });

  test("a session holds ten thousand points", async () => {
    const of = new NativeBench();
    for (let count = 0; count < 10_000; count++) await of.result(call("point_identity_internal"));
    expect(await of.abortOf(call("point_identity_internal"))).toBe(0x9_0004n);
  });

  test("scalars", async () => {
    const order = hexToBytes("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
    const minusOne = order.slice();
    minusOne[0]! -= 1;
    const negated = (await bench.result(call("scalar_neg_internal"), [scalar(1)])) as ByteVector;
    expect(bytesToHex(negated.bytes)).toBe(bytesToHex(minusOne));
    expect(await bench.result(call("scalar_is_canonical_internal"), [bytes(order)])).toBe(false);
    const { error } = await bench.run(call("scalar_add_internal"), [bytes(order), scalar(1)]);
    expect(error?.status).toBe("UNKNOWN_INVARIANT_VIOLATION_ERROR");
    const hashed = await bench.run(call("scalar_from_sha512_internal"), [bytes("abc")]);
    expect(gasOf(hashed)).toEqual({
      scalar_uniform_from_64_bytes: 1,
      scalar_sha512_per_hash: 1,
      scalar_sha512_per_byte: 3,
    });
  });
});
