import type { Writer } from "@ledger/bcs";
import { jsonFault } from "../value/fault.ts";
import { isJsonObject, type JsonValue, jsonKind } from "../value/json-value.ts";
import type { JsonWriter } from "../value/json-writer.ts";
import type { ValueReader } from "../value/value-reader.ts";
import { FieldGroup, type LayoutField } from "./field-group.ts";
import type { LayoutNode } from "./layout-node.ts";

/** JSON type name of every struct and enum. */
export const structJsonType = "string<move_struct_tag_id>";

/** A struct: an object of its fields, members sorted by name. */
export class StructNode implements LayoutNode {
  readonly fixedSize: number | undefined;
  readonly minSize: number;
  readonly unfolded: number;
  readonly depth: number;
  readonly encodable: boolean;
  readonly jsonType: string = structJsonType;
  readonly #group: FieldGroup;

  constructor(fields: readonly LayoutField[]) {
    const group = new FieldGroup(fields);
    this.#group = group;
    this.fixedSize = group.fixedSize;
    this.minSize = group.minSize;
    this.unfolded = group.unfolded;
    this.depth = group.depth;
    this.encodable = group.encodable;
  }

  writeJson(input: ValueReader, output: JsonWriter): void {
    this.#group.writeJson(input, output);
  }

  skip(input: ValueReader): void {
    this.#group.skip(input);
  }

  encode(json: JsonValue | undefined, output: Writer): void {
    if (!isJsonObject(json)) throw jsonFault("an object", jsonKind(json));
    this.#group.encode(json, output, this.jsonType);
  }
}
