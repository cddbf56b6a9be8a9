import type { NativeCall, NativeFunction } from "../../port/native.ts";
import { VmError } from "../../status/vm-error.ts";
import { ByteVector } from "../../value/byte-vector.ts";
import type { Value } from "../../value/value.ts";
import { integerOf, partsOf, referenceOf } from "../arguments.ts";

/** Abort of a range outside of its vector. */
const outOfBounds = 1;

function lengthOf(vector: Value): number {
  return vector instanceof ByteVector ? vector.length : partsOf(vector).length;
}

function moveRange(call: NativeCall): undefined {
  call.charge("move_stdlib.vector.move_range.base");
  const from = referenceOf(call.args[0]);
  const to = referenceOf(call.args[3]);
  const source = from.target;
  const destination = to.target;
  const sourceLength = lengthOf(source);
  const destinationLength = lengthOf(destination);
  const removal = integerOf(call.args[1]);
  const length = integerOf(call.args[2]);
  const insertion = integerOf(call.args[4]);
  if (BigInt(removal) + BigInt(length) > sourceLength || insertion > destinationLength) return call.abort(outOfBounds);
  const start = Number(removal);
  const count = Number(length);
  const at = Number(insertion);
  call.charge("move_stdlib.vector.move_range.per_index_moved", sourceLength - start + (destinationLength - at) + count);
  if (source === destination)
    throw new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", "a vector cannot be moved into itself");
  if (source instanceof ByteVector && destination instanceof ByteVector) {
    moveBytes(source, start, count, destination, at);
  } else {
    insertItems(partsOf(destination), at, partsOf(source).splice(start, count));
  }
  from.write(source);
  to.write(destination);
}

function moveBytes(source: ByteVector, start: number, count: number, destination: ByteVector, at: number): void {
  const grown = new Uint8Array(destination.length + count);
  grown.set(destination.bytes.subarray(0, at));
  grown.set(source.bytes.subarray(start, start + count), at);
  grown.set(destination.bytes.subarray(at), at + count);
  source.data.copyWithin(start, start + count, source.length);
  source.length -= count;
  destination.data = grown;
  destination.length = grown.length;
}

/** Items that are spread into one call: many more would overflow the host's stack. */
const mostSpread = 1_000;

/** Inserts in place. The engine moves an array's items by itself in a fortieth of the time that `copyWithin` takes. */
function insertItems(list: Value[], at: number, items: readonly Value[]): void {
  if (items.length <= mostSpread) {
    list.splice(at, 0, ...items);
    return;
  }
  const tail = list.splice(at);
  for (const item of items) list.push(item);
  for (const item of tail) list.push(item);
}

/** `0x1::vector`: the other functions declared native there are instructions, never called. */
export const vectorNatives: Readonly<Record<string, NativeFunction>> = {
  "0x1::vector::move_range": moveRange,
};
