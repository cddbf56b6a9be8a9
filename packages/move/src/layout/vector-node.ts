import type { Writer } from "@ledger/bcs";
import { addSegment, jsonFault } from "../value/fault.ts";
import { type JsonValue, jsonKind } from "../value/json-value.ts";
import type { JsonWriter } from "../value/json-writer.ts";
import type { ValueReader } from "../value/value-reader.ts";
import type { LayoutNode } from "./layout-node.ts";

const comma = 0x2c;
const open = 0x5b;
const close = 0x5d;

/** `vector<T>` of anything but bytes: an array. Items take at least one byte, which bounds every count. */
export class VectorNode implements LayoutNode {
  readonly fixedSize = undefined;
  readonly minSize = 1;
  readonly unfolded: number;
  readonly depth: number;
  readonly encodable: boolean;
  readonly jsonType: string;
  readonly item: LayoutNode;

  constructor(item: LayoutNode) {
    this.item = item;
    this.unfolded = item.unfolded + 1;
    this.depth = item.depth + 1;
    this.encodable = item.encodable;
    this.jsonType = `array<${item.jsonType}>`;
  }

  writeJson(input: ValueReader, output: JsonWriter): void {
    const { item } = this;
    const count = input.count(item.minSize);
    output.byte(open);
    let i = 0;
    try {
      for (; i < count; i++) {
        if (i > 0) output.byte(comma);
        item.writeJson(input, output);
      }
    } catch (error) {
      throw addSegment(error, i);
    }
    output.byte(close);
  }

  skip(input: ValueReader): void {
    const { item } = this;
    const count = input.count(item.minSize);
    if (item.fixedSize !== undefined) input.take(count * item.fixedSize);
    else for (let i = 0; i < count; i++) item.skip(input);
  }

  encode(json: JsonValue | undefined, output: Writer): void {
    if (!Array.isArray(json)) throw jsonFault(this.jsonType, jsonKind(json));
    output.uleb128(json.length);
    this.encodeItems(json, output);
  }

  /** Writes items without their count. */
  encodeItems(items: readonly JsonValue[], output: Writer): void {
    let i = 0;
    try {
      for (; i < items.length; i++) this.item.encode(items[i], output);
    } catch (error) {
      throw addSegment(error, i);
    }
  }
}
