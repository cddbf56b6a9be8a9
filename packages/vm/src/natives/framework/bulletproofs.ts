import type { GasKey } from "../../gas/keys/index.ts";
import type { NativeCall, NativeFunction } from "../../port/native.ts";
import { bytesOf, integerOf, partsBehind, partsOf } from "../arguments.ts";
import { type CommitmentKey, type RangeProof, readRangeProof, verifyRangeProof } from "../crypto/range-proof.ts";
import { elementLength } from "../crypto/ristretto255.ts";
import { findPoint } from "./ristretto255-points.ts";

/** Aborts: a proof that cannot be read, ranges and numbers of values that are not supported, bases that do not exist. */
const unreadableProof = 0x1_0001;
const unsupportedBits = 0x1_0003;
const badBlindingBase = 0xa_0001;
const badValueBase = 0xa_0002;
const badBatchBlindingBase = 0xa_0003;
const badBatchValueBase = 0xa_0004;

const bitCounts = [8, 16, 32, 64] as const;

/** How many values one proof may be about. */
export const batchSizes = [1, 2, 4, 8, 16] as const;

/** The abort for any other number. */
export const unsupportedBatch = 0x1_0004;

/** The number of bits that an argument names. It aborts for one that is not supported. */
export function bitsOf(call: NativeCall, index: number): (typeof bitCounts)[number] {
  const wanted = integerOf(call.args[index]);
  return bitCounts.find((bits) => bits === wanted) ?? call.abort(unsupportedBits, "Unsupported number of bits");
}

/** The two bases that the caller gives by reference. @param first - place of the first in the arguments */
export function keyOf(
  call: NativeCall,
  first: number,
  blindingCode: number = badBlindingBase,
  valueCode: number = badValueBase,
): CommitmentKey {
  const base = (index: number, code: number) =>
    findPoint(call, integerOf(partsBehind(call.args[index])[0])) ?? call.abort(code, "Invalid point handle");
  const blindingBase = base(first + 1, blindingCode);
  return { blindingBase, valueBase: base(first, valueCode) };
}

function proofOf(call: NativeCall): RangeProof {
  return readRangeProof(bytesOf(call.args[3])) ?? call.abort(unreadableProof, "Range proof deserialization failed");
}

/** The bytes of a commitment, of which the framework has checked the number. */
function commitmentOf(call: NativeCall, bytes: Uint8Array): Uint8Array {
  return bytes.length === elementLength ? bytes.slice() : call.invariant("a commitment is not 32 bytes long");
}

function verifyOne(call: NativeCall): boolean {
  const commitment = commitmentOf(call, bytesOf(call.args[0]));
  const bits = bitsOf(call, 4);
  const key = keyOf(call, 1);
  call.charge("aptos_framework.bulletproofs.base");
  call.charge("aptos_framework.bulletproofs.per_byte_rangeproof_deserialize", bytesOf(call.args[3]).length);
  const proof = proofOf(call);
  call.charge("aptos_framework.bulletproofs.per_bit_rangeproof_verify", bits);
  return verifyRangeProof(proof, key, [commitment], bits, bytesOf(call.args[5]));
}

function verifyBatch(call: NativeCall): boolean {
  const commitments = partsOf(call.args[0]).map((bytes) => commitmentOf(call, bytesOf(bytes)));
  const bits = bitsOf(call, 4);
  const size = batchSizes.find((known) => known === commitments.length);
  if (size === undefined) return call.abort(unsupportedBatch, "Unsupported batch size");
  const key = keyOf(call, 1, badBatchBlindingBase, badBatchValueBase);
  call.charge(`aptos_framework.bulletproofs.verify.base_batch_${size}_bits_${bits}` satisfies GasKey);
  return verifyRangeProof(proofOf(call), key, commitments, bits, bytesOf(call.args[5]));
}

/** `0x1::ristretto255_bulletproofs`, and the module of confidential assets that declares one of them again. */
export const natives: Readonly<Record<string, NativeFunction>> = {
  "0x1::ristretto255_bulletproofs::verify_range_proof_internal": verifyOne,
  "0x1::ristretto255_bulletproofs::verify_batch_range_proof_internal": verifyBatch,
  "0x1::confidential_range_proofs::verify_batch_range_proof_internal": verifyBatch,
};
