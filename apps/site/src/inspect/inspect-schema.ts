import { type AnyCodec, BcsError, explain, importFormats } from "@ledger/bcs";
import { parse, YAMLError } from "yaml";
import type { Inspection } from "./inspect.ts";

/** Characters of a schema, at most. */
const longest = 500_000;

/** A schema that was read. */
export type Schema =
  | { readonly kind: "schema"; readonly codecs: ReadonlyMap<string, AnyCodec> }
  | { readonly kind: "refused"; readonly message: string };

/** Reads a schema as Rust projects publish it: the YAML or JSON of `serde-reflection`. */
export function readSchema(text: string): Schema {
  if (text.trim() === "") return { kind: "refused", message: "there is no schema yet" };
  if (text.length > longest) return { kind: "refused", message: `a schema has at most ${longest} characters` };
  try {
    return { kind: "schema", codecs: importFormats(parse(text)) };
  } catch (error) {
    if (error instanceof YAMLError || error instanceof BcsError || error instanceof ReferenceError)
      return { kind: "refused", message: `the schema: ${error.message}` };
    throw error;
  }
}

/** Says what bytes are. @param type - a name of the schema; empty for its last */
export function inspectBySchema(schema: Schema, type: string, bytes: Uint8Array): Inspection {
  if (schema.kind === "refused") return schema;
  const name = type === "" ? ([...schema.codecs.keys()].at(-1) ?? "") : type;
  const codec = schema.codecs.get(name);
  if (codec === undefined) return { kind: "refused", message: `the schema has no type ${name}` };
  return { kind: "tree", type: name, tree: explain(codec, bytes) };
}
