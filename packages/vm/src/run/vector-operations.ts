import { VmError } from "../status/vm-error.ts";
import type { Type } from "../type/type.ts";
import { ByteVector } from "../value/byte-vector.ts";
import { type Integer, Reference, type Value } from "../value/value.ts";

type Vector = Value[] | ByteVector;

/** Sub statuses of VECTOR_OPERATION_ERROR. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#2.6 | Specification, virtual machine 2.6} */
const indexOutOfRange = 1;
const popOfEmpty = 2;
const unpackLength = 3;

function vectorError(message: string, subStatus: number): VmError {
  return new VmError("VECTOR_OPERATION_ERROR", message, { subStatus });
}

/** A vector of given elements. */
export function pack(items: Value[], element: Type): Value {
  return element.kind === "U8" ? new ByteVector(Uint8Array.from(items as number[])) : items;
}

/** Takes a vector apart. */
export function unpack(vector: Vector, count: number): readonly Value[] {
  if (vector.length !== count) throw vectorError("a vector has a different length", unpackLength);
  return vector instanceof ByteVector ? [...vector.bytes] : vector;
}

/** A reference to an element. */
export function borrow(reference: Reference, index: Integer): Reference {
  const vector = reference.target as Vector;
  if (index >= vector.length) throw outOfRange(index, vector.length);
  const items = vector instanceof ByteVector ? vector.data : vector;
  return new Reference(items, index as number, reference.origin);
}

export function pushBack(reference: Reference, value: Value): void {
  const vector = reference.target as Vector;
  if (vector instanceof ByteVector) vector.push(value as number);
  else vector.push(value);
  if (reference.origin !== undefined) reference.origin.dirty = true;
}

export function popBack(reference: Reference): Value {
  const vector = reference.target as Vector;
  if (vector.length === 0) throw vectorError("an element is popped from an empty vector", popOfEmpty);
  if (reference.origin !== undefined) reference.origin.dirty = true;
  return vector instanceof ByteVector ? vector.data[--vector.length]! : vector.pop()!;
}

export function swap(reference: Reference, first: Integer, second: Integer): void {
  const vector = reference.target as Vector;
  if (first >= vector.length) throw outOfRange(first, vector.length);
  if (second >= vector.length) throw outOfRange(second, vector.length);
  const items = vector instanceof ByteVector ? vector.data : vector;
  const held = items[first as number]!;
  items[first as number] = items[second as number]!;
  items[second as number] = held;
  if (reference.origin !== undefined) reference.origin.dirty = true;
}

function outOfRange(index: Integer, length: number): VmError {
  return vectorError(`index ${index} of a vector of ${length}`, indexOutOfRange);
}
