import { bytesOf, partsOf } from "../../natives/arguments.ts";
import { littleEndian } from "../../natives/crypto/byte-order.ts";
import { reduceScalar } from "../../natives/crypto/ristretto255.ts";
import { batchSizes, bitsOf, keyOf, unsupportedBatch } from "../../natives/framework/bulletproofs.ts";
import { type NativeCall, type NativeFunction, Results } from "../../port/native.ts";
import { ByteVector } from "../../value/byte-vector.ts";
import { madeUp } from "./made-up.ts";
import { type Opening, proveRange } from "./prove-range.ts";

/** Aborts: a value of more than 64 bits, other numbers of values than of blinding factors. */
const valueOutsideRange = 0x1_0002;
const lengthsDiffer = 0x1_0005;

const maxValue = 2n ** 64n - 1n;

function openingOf(call: NativeCall, value: Uint8Array, blinding: Uint8Array): Opening {
  const number = littleEndian(value);
  if (number > maxValue) call.abort(valueOutsideRange, "Value outside range");
  return { value: number, blinding: reduceScalar(blinding) };
}

/** The arguments are values, blinding factors, bits, the label of the transcript, the bases. */
function prove(call: NativeCall, openings: readonly Opening[], bits: number) {
  const draw = () => reduceScalar(madeUp(call, 64));
  const { proof, commitments } = proveRange(openings, keyOf(call, 4), bits, bytesOf(call.args[3]), draw);
  return { proof: new ByteVector(proof), commitments: commitments.map((bytes) => new ByteVector(bytes)) };
}

function proveOne(call: NativeCall): Results {
  const bits = bitsOf(call, 2);
  const { proof, commitments } = prove(call, [openingOf(call, bytesOf(call.args[0]), bytesOf(call.args[1]))], bits);
  return new Results(proof, commitments[0]!);
}

function proveBatch(call: NativeCall): Results {
  const [values, blindings] = [partsOf(call.args[0]).map(bytesOf), partsOf(call.args[1]).map(bytesOf)];
  const bits = bitsOf(call, 2);
  if (!batchSizes.some((size) => size === values.length)) call.abort(unsupportedBatch, "Unsupported batch size");
  if (values.length !== blindings.length)
    call.abort(lengthsDiffer, "The numbers of values and blinding factors differ");
  const openings = values.map((value, i) => openingOf(call, value, blindings[i]!));
  const { proof, commitments } = prove(call, openings, bits);
  return new Results(proof, commitments);
}

/** The proofs of tests. */
export const natives: Readonly<Record<string, NativeFunction>> = {
  "0x1::ristretto255_bulletproofs::prove_range_internal": proveOne,
  "0x1::ristretto255_bulletproofs::prove_batch_range_internal": proveBatch,
};
