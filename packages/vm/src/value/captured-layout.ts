import type { PrimitiveKind } from "@ledger/types";
import type { ByteSink } from "./byte-sink.ts";
import type { FieldLayout, ValueLayout } from "./layout.ts";

/** Numbers of the layouts without operands. @see Ledger specification, Move values §1.2 */
const primitiveNumbers: Readonly<Record<PrimitiveKind, number>> = {
  Bool: 0,
  U8: 1,
  U64: 2,
  U128: 3,
  Address: 4,
  Signer: 7,
  U16: 8,
  U32: 9,
  U256: 10,
  I8: 13,
  I16: 14,
  I32: 15,
  I64: 16,
  I128: 17,
  I256: 18,
};
const vectorKind = 5;
const structKind = 6;
const functionKind = 12;

const primitiveKinds = new Map(
  Object.entries(primitiveNumbers).map(([kind, number]) => [number, kind as PrimitiveKind]),
);

/** Writes the layout that a stored function value carries for one captured argument: no names. */
export function writeCapturedLayout(sink: ByteSink, layout: ValueLayout): void {
  switch (layout.kind) {
    case "Vector":
      sink.byte(vectorKind);
      writeCapturedLayout(sink, layout.element);
      return;
    case "Struct":
      sink.byte(structKind);
      sink.byte(0);
      writeFields(sink, layout.fields);
      return;
    case "Enum":
      sink.byte(structKind);
      sink.byte(1);
      sink.uleb(layout.variants.length);
      for (const variant of layout.variants) writeFields(sink, variant.fields);
      return;
    case "Function":
      sink.byte(functionKind);
      return;
    default:
      sink.byte(primitiveNumbers[layout.kind]);
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

/** Most nodes of one captured layout. @see Ledger specification, Move values §7 */
const maxNodes = 4_096;
const maxDepth = 128;

/** Reads what {@link writeCapturedLayout} writes. */
export function readCapturedLayout(source: LayoutSource): ValueLayout {
  return readNode(source, { left: maxNodes }, 0);
}

function readNode(source: LayoutSource, nodes: { left: number }, depth: number): ValueLayout {
  if (--nodes.left < 0 || depth > maxDepth) source.fail();
  const number = source.byte();
  const kind = primitiveKinds.get(number);
  if (kind !== undefined) return kind === "Signer" ? source.fail() : { kind };
  if (number === vectorKind) return { kind: "Vector", element: readNode(source, nodes, depth + 1) };
  if (number === functionKind) return { kind: "Function" };
  if (number !== structKind) source.fail();
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
