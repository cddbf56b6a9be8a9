import { describe, expect, test } from "vitest";
import type { ByteVector } from "../../src/value/byte-vector.ts";
import { integerRanges } from "../../src/value/integer.ts";
import type { Value } from "../../src/value/value.ts";
import { bytes, NativeBench, ref } from "./run-native.ts";

const one = "0x1::ristretto255_bulletproofs::verify_range_proof_internal";
const batch = "0x1::ristretto255_bulletproofs::verify_batch_range_proof_internal";
const commitment = bytes(new Uint8Array(32));
/** Scalars and points that are all zero: the form of a proof for 8 bits, of nothing. */
const zeroProof = bytes(new Uint8Array(15 * 32));

async function benchWithPoint(): Promise<{ bench: NativeBench; point: Value }> {
  const bench = new NativeBench();
  const handle = await bench.result("0x1::ristretto255::point_identity_internal");
  return { bench, point: ref([handle as Value]) };
}

const withoutPrefix = (gas: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(gas).map(([key, units]) => [key.replace("aptos_framework.bulletproofs.", ""), units]),
  );

// That good proofs hold is shown beside the verifier, with published ones.
describe("range proofs of the framework", () => {
  test("what is asked for wrongly aborts, in the ledger's order", async () => {
    const { bench, point } = await benchWithPoint();
    const nowhere = ref([99]);
    const dst = bytes("dst");
    const single = (bits: number, blinding = point, value = point, proof: Value = zeroProof) =>
      bench.abortOf(one, [commitment, value, blinding, proof, bits, dst]);
    expect(await single(10, nowhere)).toBe(0x1_0003n);
    expect(await single(8, nowhere, nowhere)).toBe(0xa_0001n);
    expect(await single(8, point, nowhere)).toBe(0xa_0002n);
    expect(await single(8, point, point, bytes("no proof"))).toBe(0x1_0001n);
    const many = (count: number, bits = 8, blinding = point, value = point, proof: Value = zeroProof) =>
      bench.abortOf(batch, [Array.from({ length: count }, () => commitment), value, blinding, proof, bits, dst]);
    expect(await many(3, 10)).toBe(0x1_0003n);
    expect(await many(3, 8, nowhere)).toBe(0x1_0004n);
    expect(await many(2, 8, nowhere)).toBe(0xa_0003n);
    expect(await many(2, 8, point, nowhere)).toBe(0xa_0004n);
    expect(await many(2, 8, point, point, bytes(""))).toBe(0x1_0001n);
    expect(await bench.abortOf(one, [commitment, point, point, zeroProof, integerRanges.U64.max, dst])).toBe(0x1_0003n);
  });

  test("a proof that does not hold is false, and paid for", async () => {
    const { bench, point } = await benchWithPoint();
    const args = [commitment, point, point, zeroProof, 8, bytes("dst")];
    const { result, gas } = await bench.run(one, args);
    expect(result).toBe(false);
    expect(withoutPrefix(gas)).toEqual({
      base: 1,
      per_byte_rangeproof_deserialize: (zeroProof as ByteVector).length,
      per_bit_rangeproof_verify: 8,
    });
    for (const name of [batch, "0x1::confidential_range_proofs::verify_batch_range_proof_internal"]) {
      const many = await bench.run(name, [[commitment, commitment], ...args.slice(1)]);
      expect([many.result, withoutPrefix(many.gas)]).toEqual([false, { "verify.base_batch_2_bits_8": 1 }]);
    }
  });
});
