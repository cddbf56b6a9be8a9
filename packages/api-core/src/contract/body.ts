import type { StaticDecode, TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { explainMismatch } from "./body-fault.ts";
import { decodeTexts } from "./body-texts.ts";
import type { JsonInput } from "./json.ts";
import { schemaNode } from "./schema.ts";

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
  /** Name of what is encoded, for refusals. */
  readonly typeName: string;
  /** @throws BcsError */
  readonly parse: (bytes: Uint8Array) => T;
}

/**
 * Declares a body. The schema checks the shape (compiled at the first use: start-up pays for no schema that is never
 * needed), and its codecs give meaning to the texts; `read` makes of that what the handler works with.
 */
export function defineBody<S extends TSchema, T>(
  schema: S,
  read: (value: StaticDecode<S>) => T,
  bcs?: EncodedBody<T>,
): BodyType<T, S> {
  let validator: Validator | undefined;
  const parse = (value: JsonInput): T => {
    validator ??= Compile(schema as TSchema) as Validator;
    if (!validator.Check(value)) throw explainMismatch(schemaNode(schema), value);
    return read(decodeTexts(schemaNode(schema), value) as StaticDecode<S>);
  };
  return { schema, parse, bcs };
}

/** Leaves out an optional member: `null` counts as absent. */
export function present<T>(value: T | null | undefined): T | undefined {
  return value ?? undefined;
}
