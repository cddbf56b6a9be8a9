import type { Static, TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { explainMismatch, shapeFault } from "./body-fault.ts";
import type { JsonInput } from "./json.ts";
import { schemaNode } from "./schema.ts";
import type { TextType } from "./text-type.ts";

/** A JSON request body: its shape, and how a value of that shape becomes what the handler works with. */
export interface BodyType<T, S extends TSchema = TSchema> {
  readonly schema: S;
  /** @throws ApiError `web_framework_error` naming the offending text and the chain of enclosing types */
  readonly parse: (value: JsonInput) => T;
  /** The same in BCS, where the operation takes that too. */
  readonly bcs?: EncodedBody<T> | undefined;
}

/** A request body in BCS. */
export interface EncodedBody<T> {
  /** Media type that tells it apart. */
  readonly contentType: string;
  readonly description: string;
  /** @throws BcsError */
  readonly parse: (bytes: Uint8Array) => T;
}

/**
 * Gives meaning to a text inside a body.
 * @param path - member names and item indices from the root of the body
 * @throws ApiError `web_framework_error` when the parser refuses, with the chain of types around the text
 */
export type TextReader = <T>(type: TextType<T>, text: string, ...path: readonly (string | number)[]) => T;

/**
 * Declares a body. The schema checks the shape (compiled at the first use: start-up pays for no schema that is never
 * needed); `read` then gives meaning to the texts.
 */
export function defineBody<S extends TSchema, T>(
  schema: S,
  read: (value: Static<S>, text: TextReader) => T,
  bcs?: EncodedBody<T>,
): BodyType<T, S> {
  let validator: Validator | undefined;
  const parse = (value: JsonInput): T => {
    validator ??= Compile(schema as TSchema) as Validator;
    if (!validator.Check(value)) throw explainMismatch(schemaNode(schema), value);
    return read(value as Static<S>, (type, text, ...path) => {
      try {
        return type.parse(text);
      } catch (cause) {
        throw shapeFault(schemaNode(schema), value, path, cause);
      }
    });
  };
  return { schema, parse, bcs };
}

/** Leaves out an optional member: `null` counts as absent. */
export function present<T>(value: T | null | undefined): T | undefined {
  return value ?? undefined;
}
