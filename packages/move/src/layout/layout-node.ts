import type { Writer } from "@ledger/bcs";
import type { JsonValue } from "../value/json-value.ts";
import type { JsonWriter } from "../value/json-writer.ts";
import type { ValueReader } from "../value/value-reader.ts";

/**
 * One type, compiled: how its values lie in bytes and how they look as JSON. Nodes of generic structs that occur twice are
 * shared, so a layout is a graph without cycles, not a tree.
 *
 * Nodes throw `ValueFault`; `Layout` turns it into the error that callers see.
 */
export interface LayoutNode {
  /** Bytes of every value, when all take the same. */
  readonly fixedSize: number | undefined;
  /** Bytes of the shortest value. */
  readonly minSize: number;
  /** Nodes of the type written out in full, as hostile types can unfold to many more than there are objects. */
  readonly unfolded: number;
  /** Containers inside one another, itself included; 0 for scalars. */
  readonly depth: number;
  /** True if JSON can be turned into the type's bytes; false when a function value may lie inside. */
  readonly encodable: boolean;
  /** The JSON type name that error texts use, e.g. `string<u64>`. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#2.3 | Specification, REST API 2.3} */
  readonly jsonType: string;

  /** Writes the value at the reader's position as JSON text and moves the reader past it. */
  writeJson(input: ValueReader, output: JsonWriter): void;
  /** Moves the reader past the value at its position; checks no more than it must to get there. */
  skip(input: ValueReader): void;
  /** Writes the BCS of a JSON value. */
  encode(json: JsonValue | undefined, output: Writer): void;
}

/** The common base of nodes without parts. */
export abstract class LeafNode {
  readonly fixedSize: number | undefined;
  readonly minSize: number;
  readonly unfolded = 1;
  readonly depth: number = 0;
  readonly encodable: boolean = true;

  constructor(fixedSize: number | undefined) {
    this.fixedSize = fixedSize;
    this.minSize = fixedSize ?? 1;
  }
}
