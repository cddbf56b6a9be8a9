import type { Writer } from "@ledger/bcs";
import { addSegment, jsonFault } from "../value/fault.ts";
import type { JsonValue } from "../value/json-value.ts";
import type { JsonWriter } from "../value/json-writer.ts";
import type { ValueReader } from "../value/value-reader.ts";
import type { LayoutNode } from "./layout-node.ts";
import { asciiBytes } from "./leaf-nodes.ts";

/** A field of a struct or variant. */
export interface LayoutField {
  readonly name: string;
  readonly node: LayoutNode;
}

/** A member whose text never changes, such as `"__variant__":"V1"`. */
export interface ConstantMember {
  readonly name: string;
  /** The member's value as JSON text. */
  readonly text: string;
}

/** One member as it is printed: the text before its value, and which field the value is. */
interface PrintedField {
  readonly prefix: Uint8Array;
  readonly node: LayoutNode;
  /** Position among the fields as stored. */
  readonly index: number;
  /** Bytes from the group's start, when all fields before it have a fixed size. */
  readonly offset: number;
}

/**
 * The fields of a struct or variant: stored in declared order, printed in the byte order of their names.
 *
 * Where the two orders agree, printing is one pass. Where they differ, the positions of the fields come first: from the
 * layout when all sizes are fixed, else by moving over the fields, of which strings and vectors of fixed-size items cost
 * one step.
 */
export class FieldGroup {
  readonly fields: readonly LayoutField[];
  readonly fixedSize: number | undefined;
  readonly minSize: number;
  readonly unfolded: number;
  readonly depth: number;
  readonly encodable: boolean;
  readonly #printed: readonly PrintedField[];
  readonly #suffix: Uint8Array;
  readonly #inOrder: boolean;

  constructor(fields: readonly LayoutField[], constant?: ConstantMember) {
    let fixedSize: number | undefined = 0;
    let minSize = 0;
    let unfolded = 1;
    let depth = 0;
    let encodable = true;
    for (const { node } of fields) {
      fixedSize = fixedSize === undefined || node.fixedSize === undefined ? undefined : fixedSize + node.fixedSize;
      minSize += node.minSize;
      unfolded += node.unfolded;
      depth = Math.max(depth, node.depth);
      encodable &&= node.encodable;
    }
    this.fields = fields;
    this.fixedSize = fixedSize;
    this.minSize = minSize;
    this.unfolded = unfolded;
    this.depth = depth + 1;
    this.encodable = encodable;
    const { printed, suffix } = printedFields(fields, constant);
    this.#printed = printed;
    this.#suffix = suffix;
    this.#inOrder = printed.every(({ index }, i) => index === i);
  }

  /** Writes the whole object, constant member included. */
  writeJson(input: ValueReader, output: JsonWriter): void {
    if (this.#inOrder) this.#writeInOrder(input, output);
    else if (this.fixedSize !== undefined) this.#writeFixed(input, output, this.fixedSize);
    else this.#writeSorted(input, output);
    output.raw(this.#suffix);
  }

  #writeInOrder(input: ValueReader, output: JsonWriter): void {
    const printed = this.#printed;
    let i = 0;
    try {
      for (; i < printed.length; i++) {
        const { prefix, node } = printed[i]!;
        output.raw(prefix);
        node.writeJson(input, output);
      }
    } catch (error) {
      throw addSegment(error, this.fields[i]!.name);
    }
  }

  #writeFixed(input: ValueReader, output: JsonWriter, size: number): void {
    const printed = this.#printed;
    const start = input.take(size);
    let i = 0;
    try {
      for (; i < printed.length; i++) {
        const { prefix, node, offset } = printed[i]!;
        output.raw(prefix);
        input.position = start + offset;
        node.writeJson(input, output);
      }
    } catch (error) {
      throw addSegment(error, this.fields[printed[i]!.index]!.name);
    }
    input.position = start + size;
  }

  #writeSorted(input: ValueReader, output: JsonWriter): void {
    const { fields } = this;
    const printed = this.#printed;
    const { positions } = input;
    const base = positions.length;
    const last = fields.length - 1;
    let index = 0;
    try {
      for (; index < last; index++) {
        const { node } = fields[index]!;
        positions.push(input.position);
        if (node.fixedSize === undefined) node.skip(input);
        else input.take(node.fixedSize);
      }
      positions.push(input.position);
      let end = input.position;
      for (let i = 0; i < printed.length; i++) {
        const { prefix, node, index: stored } = printed[i]!;
        index = stored;
        output.raw(prefix);
        input.position = positions[base + index]!;
        node.writeJson(input, output);
        // The last field is never skipped: printing it tells where the group ends.
        if (index === last) end = input.position;
      }
      input.position = end;
    } catch (error) {
      throw addSegment(error, fields[index]!.name);
    }
    positions.length = base;
  }

  skip(input: ValueReader): void {
    if (this.fixedSize !== undefined) input.take(this.fixedSize);
    else for (const { node } of this.fields) node.skip(input);
  }

  /** Writes the fields of an object in declared order; members that are no fields are left alone. */
  encode(json: { readonly [name: string]: JsonValue }, output: Writer, jsonType: string): void {
    let i = 0;
    const { fields } = this;
    try {
      for (; i < fields.length; i++) {
        const { name, node } = fields[i]!;
        if (!Object.hasOwn(json, name)) throw jsonFault(jsonType, "an object without this member");
        node.encode(json[name], output);
      }
    } catch (error) {
      throw addSegment(error, fields[i]!.name);
    }
  }
}

function printedFields(
  fields: readonly LayoutField[],
  constant: ConstantMember | undefined,
): { printed: PrintedField[]; suffix: Uint8Array } {
  const members: { name: string; field: number | undefined }[] = fields.map(({ name }, field) => ({ name, field }));
  if (constant !== undefined) members.push({ name: constant.name, field: undefined });
  members.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const offsets: number[] = [];
  let offset = 0;
  for (const { node } of fields) {
    offsets.push(offset);
    offset += node.fixedSize ?? 0;
  }
  const printed: PrintedField[] = [];
  let text = "{";
  for (const { name, field } of members) {
    text += `"${name}":`;
    if (field === undefined) {
      text += `${constant!.text},`;
      continue;
    }
    printed.push({ prefix: asciiBytes(text), node: fields[field]!.node, index: field, offset: offsets[field]! });
    text = ",";
  }
  // What is left over: a comma after a constant that comes last, or the one that a next field would begin with.
  return { printed, suffix: asciiBytes(`${text.endsWith(",") ? text.slice(0, -1) : text}}`) };
}
