import { writeBytes } from "@ledger/bcs";
import { jsonFault, toMoveError } from "../value/fault.ts";
import type { HeldTable } from "../value/held-table.ts";
import type { JsonValue } from "../value/json-value.ts";
import { JsonWriter } from "../value/json-writer.ts";
import { ValueReader } from "../value/value-reader.ts";
import type { LayoutNode } from "./layout-node.ts";

/**
 * A Move type ready for use: decodes values to JSON and encodes JSON to bytes, without looking at modules again. Layouts are
 * immutable and shared.
 */
export class Layout {
  /** The type's canonical text. */
  readonly type: string;
  readonly #node: LayoutNode;

  constructor(type: string, node: LayoutNode) {
    this.type = type;
    this.#node = node;
  }

  /** The type's name in error texts about JSON, e.g. `string<u64>`. */
  get jsonType(): string {
    return this.#node.jsonType;
  }

  /**
   * Appends a value as JSON text. Nothing is left in the writer when the value is refused.
   *
   * @param bytes - the whole value, to the last byte
   * @throws {@link MoveError} `malformed_value` with offset and path, or `value_too_large` beyond the writer's limit
   * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#1 | Specification, Move values 1}
   */
  writeJson(bytes: Uint8Array, output: JsonWriter): void {
    const start = output.length;
    try {
      const input = new ValueReader(bytes);
      this.#node.writeJson(input, output);
      input.expectEnd();
    } catch (error) {
      output.truncate(start);
      throw toMoveError(error, this.type);
    }
  }

  /** The JSON text of a value; see {@link writeJson}. */
  decodeToJsonText(bytes: Uint8Array): string {
    const output = new JsonWriter({ capacity: 64 + 4 * bytes.length });
    this.writeJson(bytes, output);
    return output.text();
  }

  /** A value as a JSON value; see {@link writeJson}. Callers that only pass it on should write text instead. */
  decodeToJson(bytes: Uint8Array): JsonValue {
    return JSON.parse(this.decodeToJsonText(bytes)) as JsonValue;
  }

  /**
   * The tables that a value holds, wherever in it, in the order in which JSON shows them.
   *
   * @throws {@link MoveError} as {@link writeJson}
   */
  listTables(bytes: Uint8Array): HeldTable[] {
    const tables: HeldTable[] = [];
    try {
      const input = new ValueReader(bytes);
      input.tables = tables;
      this.#node.writeJson(input, new JsonWriter({ capacity: 64 + 4 * bytes.length }));
      input.expectEnd();
    } catch (error) {
      throw toMoveError(error, this.type);
    }
    return tables;
  }

  /**
   * The bytes of a value given as JSON.
   *
   * @throws {@link MoveError} `json_mismatch` with path and the expected JSON type
   * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#2 | Specification, Move values 2}
   */
  encodeFromJson(json: JsonValue): Uint8Array {
    try {
      if (!this.#node.encodable) throw jsonFault(this.jsonType, "a type that holds function values");
      return writeBytes((writer) => this.#node.encode(json, writer));
    } catch (error) {
      throw toMoveError(error, this.type);
    }
  }
}
