import type { ValueReader } from "../value/value-reader.ts";
import { capturedKinds } from "./captured-kinds.ts";
import { EnumNode } from "./enum-node.ts";
import type { LayoutField } from "./field-group.ts";
import type { LayoutNode } from "./layout-node.ts";
import { BytesNode } from "./leaf-nodes.ts";
import { primitiveNodes } from "./primitive-nodes.ts";
import { StructNode } from "./struct-node.ts";
import { VectorNode } from "./vector-node.ts";

/** Most nodes of the layout of one captured argument. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#7 | Specification, Move values 7} */
const maxNodes = 4_096;

const bytesNode = new BytesNode();

/** Layouts without operands that stored values may have. */
const leaves: ReadonlyMap<number, LayoutNode> = new Map(
  Object.entries(primitiveNodes).map(([kind, node]) => [capturedKinds[kind as keyof typeof primitiveNodes], node]),
);

/** The rest of the bounds while a layout is read, and the reader of function values inside it. */
interface Reading {
  nodes: number;
  readonly functionNode: LayoutNode;
}

/**
 * Reads the layout that a function value carries for one captured argument. Structs have no names in it: their members
 * print as `_0`, `_1`, …, and variants of enums by number.
 *
 * @param functionNode - reads captured function values
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#1.2 | Specification, Move values 1.2}
 */
export function readCapturedLayout(input: ValueReader, functionNode: LayoutNode): LayoutNode {
  return readNode(input, { nodes: maxNodes, functionNode }, input.depthLeft);
}

function readNode(input: ValueReader, reading: Reading, depthLeft: number): LayoutNode {
  const at = input.position;
  if (--reading.nodes < 0 || depthLeft <= 0) throw input.fault("a captured layout is too large", at);
  const variant = input.uleb();
  const leaf = leaves.get(variant);
  if (leaf !== undefined) return leaf;
  if (variant === capturedKinds.Function) return reading.functionNode;
  if (variant === capturedKinds.Struct) return readStruct(input, reading, depthLeft - 1);
  if (variant !== capturedKinds.Vector) throw input.fault("a captured layout is unknown", at);
  const item = readNode(input, reading, depthLeft - 1);
  return item === primitiveNodes.U8 ? bytesNode : new VectorNode(item);
}

function readStruct(input: ValueReader, reading: Reading, depthLeft: number): LayoutNode {
  const at = input.position;
  const form = input.uleb();
  if (form === 0) {
    const fields = readFields(input, reading, depthLeft);
    // As elsewhere, nothing takes no bytes: that would let a short input print without end.
    if (fields.length === 0) throw input.fault("a captured struct has no fields", at);
    return new StructNode(fields);
  }
  if (form !== 1) throw input.fault("a captured struct has field names, which is not supported", at);
  const variants = [];
  for (let count = input.count(1); count > 0; count--) {
    if (--reading.nodes < 0) throw input.fault("a captured layout is too large", at);
    variants.push({ name: `${variants.length}`, fields: readFields(input, reading, depthLeft) });
  }
  if (variants.length === 0) throw input.fault("a captured enum has no variants", at);
  return new EnumNode(
    variants,
    variants.map(({ name }) => ({ name: "__variant_tag__", text: name })),
  );
}

function readFields(input: ValueReader, reading: Reading, depthLeft: number): LayoutField[] {
  const fields: LayoutField[] = [];
  for (let count = input.count(1); count > 0; count--) {
    fields.push({ name: `_${fields.length}`, node: readNode(input, reading, depthLeft) });
  }
  return fields;
}
