import { concatBytes } from "@ledger/types";
import { utf8Encoder } from "../../host.ts";
import type { NativeCall, NativeFunction } from "../../port/native.ts";
import type { Type } from "../../type/type.ts";
import { ByteVector } from "../../value/byte-vector.ts";
import { integer, integerRanges } from "../../value/integer.ts";
import type { Integer, Reference, Value } from "../../value/value.ts";
import { bytesOf, integerOf, partsBehind, partsOf, referenceOf, textBytesOf } from "../arguments.ts";
import { stringValue } from "../framework-values.ts";

/** Aborts of types other than u64 and u128, of texts that are too long, and of what was never built. */
const snapshotType = 0x3_0005;
const aggregatorType = 0x3_0007;
const textTooLong = 0x3_0008;
const notSupported = 0x3_0009;

const maxTextLength = 1024;

/** Positions of the parts of the structs. */
const valueField = 0;
const maxValue = 1;

type Kind = "U64" | "U128";

function kindOf(call: NativeCall, code: number, message: string): Kind {
  const { kind } = call.typeArgs[0]! satisfies Type;
  return kind === "U64" || kind === "U128" ? kind : call.abort(code, message);
}

/** The type of the integer that a native was given. */
function givenKind(call: NativeCall, code: number): Kind {
  return kindOf(call, code, "Unsupported type for aggregator value (only u64 and u128 are supported)");
}

function requireKind(call: NativeCall, code: number): Kind {
  return kindOf(call, code, "Unsupported type for aggregator operation (only u64 and u128 are supported)");
}

function change(aggregator: Reference, value: Integer): true {
  partsOf(aggregator.target)[valueField] = value;
  if (aggregator.origin !== undefined) aggregator.origin.dirty = true;
  return true;
}

function tryAdd(call: NativeCall): boolean {
  call.charge("aptos_framework.aggregator_v2.try_add.base");
  givenKind(call, aggregatorType);
  const aggregator = referenceOf(call.args[0]);
  const [value, max] = partsOf(aggregator.target);
  const sum = BigInt(integerOf(value)) + BigInt(integerOf(call.args[1]));
  return sum > BigInt(integerOf(max)) ? false : change(aggregator, integer(sum));
}

function trySubtract(call: NativeCall): boolean {
  call.charge("aptos_framework.aggregator_v2.try_sub.base");
  givenKind(call, aggregatorType);
  const aggregator = referenceOf(call.args[0]);
  const difference = BigInt(integerOf(partsOf(aggregator.target)[valueField])) - BigInt(integerOf(call.args[1]));
  return difference < 0n ? false : change(aggregator, integer(difference));
}

function read(call: NativeCall): Value {
  call.charge("aptos_framework.aggregator_v2.read.base");
  const parts = partsBehind(call.args[0]);
  requireKind(call, aggregatorType);
  const value = integerOf(parts[valueField]);
  if (value > integerOf(parts[maxValue])) return call.invariant("an aggregator is above its maximum");
  return value;
}

/** Bytes of a text in BCS. */
function serializedLength(length: number): number {
  return length + (length < 0x80 ? 1 : length < 0x4000 ? 2 : 3);
}

/** Fewest bytes that a derived string takes in state. */
const minDerivedWidth = 22;

/** Most digits of an integer. */
const digits: Readonly<Record<Kind, number>> = { U64: 20, U128: 39 };

/** A text with the zeros that bring its BCS to a width, however long the text is. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#5.6 | Specification, virtual machine 5.6} */
function derivedString(text: Uint8Array, width: number): Value {
  return [stringValue(text), new ByteVector(new Uint8Array(width - serializedLength(text.length) - 1))];
}

function createDerivedString(call: NativeCall): Value {
  call.charge("aptos_framework.aggregator_v2.create_snapshot.base");
  const text = textBytesOf(call.args[0]).slice();
  call.charge("aptos_framework.aggregator_v2.create_snapshot.per_byte", text.length);
  if (text.length > maxTextLength) {
    const message = `Derived snapshot cannot be constructed: input string length (${text.length}) exceeds maximum ${maxTextLength}`;
    return call.abort(textTooLong, message);
  }
  return derivedString(text, Math.max(serializedLength(text.length) + 1, minDerivedWidth));
}

function deriveStringConcat(call: NativeCall): Value {
  const perByte = "aptos_framework.aggregator_v2.string_concat.per_byte";
  call.charge("aptos_framework.aggregator_v2.string_concat.base");
  const after = textBytesOf(call.args[2]);
  call.charge(perByte, after.length);
  const before = textBytesOf(call.args[0]);
  call.charge(perByte, before.length);
  const length = before.length + after.length;
  if (length > maxTextLength) {
    const message = `Derived snapshot cannot be constructed: prefix and suffix string lengths (${before.length} + ${after.length} = ${length}) exceed maximum ${maxTextLength}`;
    return call.abort(textTooLong, message);
  }
  const kind = kindOf(call, snapshotType, "Unsupported type for aggregator (only u64 and u128 are supported)");
  const number = utf8Encoder.encode(integerOf(partsBehind(call.args[1])[valueField]).toString());
  return derivedString(concatBytes(before, number, after), serializedLength(length + digits[kind]) + 1);
}

/** `0x1::aggregator_v2`. Values lie in the structs themselves, as one transaction after the other sees them. */
export const aggregatorV2Natives: Readonly<Record<string, NativeFunction>> = {
  "0x1::aggregator_v2::create_aggregator": (call) => {
    call.charge("aptos_framework.aggregator_v2.create_aggregator.base");
    givenKind(call, aggregatorType);
    return [0, call.args[0]!];
  },
  "0x1::aggregator_v2::create_unbounded_aggregator": (call) => {
    call.charge("aptos_framework.aggregator_v2.create_aggregator.base");
    return [0, integerRanges[requireKind(call, aggregatorType)].max];
  },
  "0x1::aggregator_v2::try_add": tryAdd,
  "0x1::aggregator_v2::try_sub": trySubtract,
  "0x1::aggregator_v2::is_at_least_impl": (call) => {
    call.charge("aptos_framework.aggregator_v2.is_at_least.base");
    givenKind(call, aggregatorType);
    return integerOf(partsBehind(call.args[0])[valueField]) >= integerOf(call.args[1]);
  },
  "0x1::aggregator_v2::read": read,
  "0x1::aggregator_v2::snapshot": (call) => {
    call.charge("aptos_framework.aggregator_v2.snapshot.base");
    requireKind(call, aggregatorType);
    return [integerOf(partsBehind(call.args[0])[valueField])];
  },
  "0x1::aggregator_v2::create_snapshot": (call) => {
    call.charge("aptos_framework.aggregator_v2.create_snapshot.base");
    givenKind(call, snapshotType);
    return [call.args[0]!];
  },
  "0x1::aggregator_v2::read_snapshot": (call) => {
    call.charge("aptos_framework.aggregator_v2.read_snapshot.base");
    requireKind(call, snapshotType);
    return integerOf(partsBehind(call.args[0])[valueField]);
  },
  "0x1::aggregator_v2::copy_snapshot": (call) => call.abort(notSupported),
  "0x1::aggregator_v2::string_concat": (call) => call.abort(notSupported),
  "0x1::aggregator_v2::create_derived_string": createDerivedString,
  "0x1::aggregator_v2::derive_string_concat": deriveStringConcat,
  "0x1::aggregator_v2::read_derived_string": (call) => {
    call.charge("aptos_framework.aggregator_v2.read_snapshot.base");
    return stringValue(bytesOf(partsOf(partsBehind(call.args[0])[valueField])[0]).slice());
  },
};
