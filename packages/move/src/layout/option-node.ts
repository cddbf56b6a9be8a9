import type { Writer } from "@ledger/bcs";
import { addSegment, jsonFault } from "../value/fault.ts";
import { isJsonObject, type JsonValue, jsonKind } from "../value/json-value.ts";
import type { JsonWriter } from "../value/json-writer.ts";
import type { ValueReader } from "../value/value-reader.ts";
import type { LayoutNode } from "./layout-node.ts";
import { asciiBytes, BytesNode } from "./leaf-nodes.ts";
import { structJsonType } from "./struct-node.ts";
import { VectorNode } from "./vector-node.ts";

const prefix = asciiBytes('{"vec":');
const suffix = asciiBytes("}");

/**
 * `0x1::option::Option<T>`, in both of its forms: a struct with `vec: vector<T>`, and since late 2025 an enum. Bytes and JSON
 * are the same, but for `T` = u8, whose vector prints as a hex string in the struct form only.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#2 | Specification, Move values 2}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#1.3 | Specification, Move values 1.3}
 */
export class OptionNode implements LayoutNode {
  readonly fixedSize = undefined;
  readonly minSize = 1;
  readonly unfolded: number;
  readonly depth: number;
  readonly encodable: boolean;
  readonly jsonType = structJsonType;
  readonly #form: "struct" | "enum";
  /** The items as the option's vector prints them. */
  readonly #items: VectorNode | BytesNode;
  readonly #list: VectorNode;
  readonly #holdsBytes: boolean;

  constructor(item: LayoutNode, form: "struct" | "enum", isByte: boolean) {
    this.#list = new VectorNode(item);
    this.#items = isByte && form === "struct" ? new BytesNode() : this.#list;
    this.#holdsBytes = isByte;
    this.#form = form;
    this.unfolded = item.unfolded + 2;
    this.depth = item.depth + 2;
    this.encodable = item.encodable;
  }

  writeJson(input: ValueReader, output: JsonWriter): void {
    this.#checkVariant(input);
    output.raw(prefix);
    try {
      this.#items.writeJson(input, output);
    } catch (error) {
      throw addSegment(error, "vec");
    }
    output.raw(suffix);
  }

  skip(input: ValueReader): void {
    this.#checkVariant(input);
    this.#items.skip(input);
  }

  /** Variants 0 and 1 of the enum form read like a vector of none or one. */
  #checkVariant(input: ValueReader): void {
    if (this.#form === "struct" || input.position >= input.end) return;
    if (input.bytes[input.position]! > 1) throw input.fault("an option is neither none nor some");
  }

  encode(json: JsonValue | undefined, output: Writer): void {
    if (!isJsonObject(json)) throw jsonFault("an object with vec", jsonKind(json));
    const vec = Object.hasOwn(json, "vec") ? json.vec : undefined;
    try {
      if (this.#holdsBytes && typeof vec === "string") this.#encodeByte(vec, output);
      else if (!Array.isArray(vec)) throw jsonFault("an array", jsonKind(vec));
      else if (vec.length > 1) throw jsonFault("at most one item", "several");
      else this.#list.encode(vec, output);
    } catch (error) {
      throw addSegment(error, "vec");
    }
  }

  #encodeByte(hex: string, output: Writer): void {
    if (!/^(?:0x)?(?:[0-9a-fA-F]{2})?$/.test(hex)) throw jsonFault("hex of at most one byte", "another text");
    new BytesNode().encode(hex, output);
  }
}
