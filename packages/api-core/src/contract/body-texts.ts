import { addType, bodyFault } from "./body-fault.ts";
import { messageOf } from "./failure.ts";
import type { JsonInput } from "./json.ts";
import { isIgnored, nonNullBranch, type SchemaNode, typeNameOf, variantOf } from "./schema.ts";

/** A text that its codec refused, with the types around it from the inside out. TypeBox's own decoder does not say where that was. */
class TextMismatch extends Error {
  readonly types: string[];

  constructor(schema: SchemaNode, cause: unknown) {
    super(messageOf(cause), { cause });
    this.types = [typeNameOf(schema)];
  }
}

/**
 * Gives meaning to the texts of a value that has the shape of its schema, by the schema's codecs. Members that the schema does not have are
 * left out.
 *
 * @throws ApiError `web_framework_error` when a codec refuses a text, with the chain of types around it
 */
export function decodeTexts(schema: SchemaNode, value: JsonInput): unknown {
  try {
    return decode(schema, value);
  } catch (error) {
    if (!(error instanceof TextMismatch)) throw error;
    throw bodyFault(error.types, error.message, error.cause);
  }
}

function decode(schema: SchemaNode, value: JsonInput): unknown {
  const codec = schema["~codec"];
  try {
    return codec === undefined ? decodeInside(schema, value) : codec.decode(value);
  } catch (error) {
    if (codec !== undefined) throw new TextMismatch(schema, error);
    if (error instanceof TextMismatch) addType(error.types, schema);
    throw error;
  }
}

function decodeInside(schema: SchemaNode, value: JsonInput): unknown {
  const inner = nonNullBranch(schema) ?? variantOf(schema, value);
  if (inner !== undefined) return value === null || isIgnored(schema) ? value : decode(inner, value);
  const { allOf, items, properties } = schema;
  if (allOf !== undefined) return Object.assign({}, ...allOf.map((part) => decode(part, value)));
  if (items !== undefined) return (value as readonly JsonInput[]).map((item) => decode(items, item));
  if (properties === undefined) return value;
  const decoded: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(properties)) {
    if (Object.hasOwn(value as object, name)) {
      decoded[name] = decode(member, (value as Readonly<Record<string, JsonInput>>)[name] as JsonInput);
    }
  }
  return decoded;
}
