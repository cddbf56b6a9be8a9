import type { Address, TypeTag } from "@ledger/types";
import type { JsonWriter } from "../value/json-writer.ts";
import type { ValueReader } from "../value/value-reader.ts";
import type { LayoutField } from "./field-group.ts";
import { StructNode } from "./struct-node.ts";

/** The framework's table: a struct of nothing but its handle, whose type arguments are those of the items. */
export class TableNode extends StructNode {
  readonly #keyType: TypeTag;
  readonly #valueType: TypeTag;

  constructor(fields: readonly LayoutField[], keyType: TypeTag, valueType: TypeTag) {
    super(fields);
    this.#keyType = keyType;
    this.#valueType = valueType;
  }

  override writeJson(input: ValueReader, output: JsonWriter): void {
    const start = input.position;
    super.writeJson(input, output);
    if (input.tables === undefined) return;
    const handle = input.bytes.slice(start, input.position) as Address;
    input.tables.push({ handle, keyType: this.#keyType, valueType: this.#valueType });
  }
}
