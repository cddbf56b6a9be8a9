import { parseAddress, StructTag, TypeTag } from "@ledger/types";
import { VmError } from "../status/vm-error.ts";
import { typeToTag } from "../type/type-table.ts";
import { ByteSink } from "./byte-sink.ts";
import type { ByteVector } from "./byte-vector.ts";
import { writeCapturedLayout } from "./captured-layout.ts";
import { maxValueDepth, tooDeep } from "./copy.ts";
import { type IntegerKind, integerRanges } from "./integer.ts";
import type { FieldLayout, ValueLayout } from "./layout.ts";
import type { Closure, Integer, Value } from "./value.ts";

/**
 * The BCS of a value.
 *
 * @throws {@link VmError} `VALUE_SERIALIZATION_ERROR` for a function value that may not be stored, and for a permissioned signer;
 * `VM_MAX_VALUE_DEPTH_REACHED`
 */
export function serializeValue(value: Value, layout: ValueLayout): Uint8Array {
  const sink = new ByteSink();
  write(sink, value, layout, 1);
  return sink.finish();
}

/**
 * A signer that a call returns: a master signer is its address; a permissioned one, which nothing can store, is the enum that it is, with
 * its variant, its address, and that of its permissions.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#1.5 | Specification, virtual machine 1.5}
 */
export function serializeSigner([variant, ...addresses]: readonly Value[]): Uint8Array {
  const sink = new ByteSink();
  if (variant !== 0) sink.byte(variant as number);
  for (const address of addresses) sink.address(address as string);
  return sink.finish();
}

function write(sink: ByteSink, value: Value, layout: ValueLayout, depth: number): void {
  switch (layout.kind) {
    case "Bool":
      sink.byte(value === true ? 1 : 0);
      return;
    case "Address":
      sink.address(value as string);
      return;
    case "Signer": {
      // The legacy form: the address alone, which a permissioned signer does not have.
      const [tag, address] = value as Value[];
      if (tag !== 0) throw new VmError("VALUE_SERIALIZATION_ERROR", "a permissioned signer has no BCS");
      sink.address(address as string);
      return;
    }
    case "Vector":
      writeVector(sink, value, layout.element, depth);
      return;
    case "Struct":
      if (depth > maxValueDepth) throw tooDeep();
      writeFields(sink, value as Value[], 0, layout.fields, depth);
      return;
    case "Enum": {
      if (depth > maxValueDepth) throw tooDeep();
      const variant = (value as Value[])[0] as number;
      sink.uleb(variant);
      writeFields(sink, value as Value[], 1, layout.variants[variant]!.fields, depth);
      return;
    }
    case "Function":
      if (depth > maxValueDepth) throw tooDeep();
      writeClosure(sink, value as Closure, depth);
      return;
    default:
      sink.integer(value as Integer, integerRanges[layout.kind satisfies IntegerKind].bits / 8);
  }
}

function writeVector(sink: ByteSink, value: Value, element: ValueLayout, depth: number): void {
  if (element.kind === "U8") {
    const { bytes } = value as ByteVector;
    sink.uleb(bytes.length);
    sink.bytes(bytes);
    return;
  }
  if (depth > maxValueDepth) throw tooDeep();
  const items = value as Value[];
  sink.uleb(items.length);
  for (const item of items) write(sink, item, element, depth + 1);
}

function writeFields(
  sink: ByteSink,
  value: Value[],
  from: number,
  fields: readonly FieldLayout[],
  depth: number,
): void {
  for (let i = 0; i < fields.length; i++) write(sink, value[from + i]!, fields[i]!.layout, depth + 1);
}

function writeClosure(sink: ByteSink, closure: Closure, depth: number): void {
  const { target, mask, captured, capturedLayouts } = closure;
  if (capturedLayouts === undefined) {
    throw new VmError(
      "VALUE_SERIALIZATION_ERROR",
      "a function value may not be stored: its function is not persistent",
    );
  }
  sink.uleb(5 + 2 * captured.length);
  sink.integer(1, 2);
  sink.bytes(
    StructTag.encode({
      address: parseAddress(target.address),
      module: target.module,
      name: target.name,
      typeArgs: [],
    }).slice(0, -1),
  );
  sink.uleb(target.typeArgs.length);
  for (const type of target.typeArgs) sink.bytes(TypeTag.encode(typeToTag(type)));
  sink.integer(mask, 8);
  for (let i = 0; i < captured.length; i++) {
    writeCapturedLayout(sink, capturedLayouts[i]!);
    write(sink, captured[i]!, capturedLayouts[i]!, depth + 1);
  }
}
