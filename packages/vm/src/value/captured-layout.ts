import { capturedKinds } from "@ledger/move";
import { primitiveTypes } from "../type/type-table.ts";
import type { ByteSink } from "./byte-sink.ts";
import type { FieldLayout, ValueLayout } from "./layout.ts";

/** The layouts without operands that stored values may have, by their numbers. */
const leaves = new Map(
  Object.values(primitiveTypes)
    .filter(({ kind }) => kind !== "Signer")
    .map(({ kind }) => [capturedKinds[kind], kind]),
);

/** Writes the layout that a stored function value carries for one captured argument: no names. */
export function writeCapturedLayout(sink: ByteSink, layout: ValueLayout): void {
  switch (layout.kind) {
    case "Vector":
      sink.byte(capturedKinds.Vector);
      writeCapturedLayout(sink, layout.element);
      return;
    case "Struct":
      sink.byte(capturedKinds.Struct);
      sink.byte(0);
      writeFields(sink, layout.fields);
      return;
    case "Enum":
      sink.byte(capturedKinds.Struct);
      sink.byte(1);
      sink.uleb(layout.variants.length);
      for (const variant of layout.variants) writeFields(sink, variant.fields);
      return;
    case "Function":
      sink.byte(capturedKinds.Function);
      return;
    default:
      sink.byte(capturedKinds[layout.kind]);
  }
}

function writeFields(sink: ByteSink, fields: readonly FieldLayout[]): void {
  sink.uleb(fields.length);
  for (const field of fields) writeCapturedLayout(sink, field.layout);
}

/** The source that captured layouts are read from. */
export interface LayoutSource {
  byte(): number;
  /** A count of items that take at least one byte each. */
  count(): number;
  fail(): never;
}

/** Most nodes of one captured layout. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#7 | Specification, Move values 7} */
const maxNodes = 4_096;
const maxDepth = 128;

/** Reads what {@link writeCapturedLayout} writes. */
export function readCapturedLayout(source: LayoutSource): ValueLayout {
  return readNode(source, { left: maxNodes }, 0);
}

function readNode(source: LayoutSource, nodes: { left: number }, depth: number): ValueLayout {
  if (--nodes.left < 0 || depth > maxDepth) source.fail();
  const number = source.byte();
  const kind = leaves.get(number);
  if (kind !== undefined) return { kind };
  if (number === capturedKinds.Vector) return { kind: "Vector", element: readNode(source, nodes, depth + 1) };
  if (number === capturedKinds.Function) return { kind: "Function" };
  if (number !== capturedKinds.Struct) source.fail();
  const form = source.byte();
  if (form === 0) return { kind: "Struct", type: undefined, fields: readFields(source, nodes, depth) };
  if (form !== 1) source.fail();
  const variants = [];
  for (let count = source.count(); count > 0; count--) {
    if (--nodes.left < 0) source.fail();
    variants.push({ name: `${variants.length}`, fields: readFields(source, nodes, depth, true) });
  }
  return { kind: "Enum", type: undefined, variants };
}

function readFields(source: LayoutSource, nodes: { left: number }, depth: number, mayBeEmpty = false): FieldLayout[] {
  const fields: FieldLayout[] = [];
  for (let count = source.count(); count > 0; count--) {
    fields.push({ name: `_${fields.length}`, layout: readNode(source, nodes, depth + 1) });
  }
  if (fields.length === 0 && !mayBeEmpty) source.fail();
  return fields;
}
