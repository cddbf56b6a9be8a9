import { ApiError } from "./error.ts";
import type { JsonInput } from "./json.ts";
import { echoJson } from "./json-echo.ts";
import { isIgnored, nonNullBranch, type SchemaNode, typeNameOf, variantName, variantOf } from "./schema.ts";

/** A place where a value does not match the schema. Types are collected from the inside out. */
interface Mismatch {
  readonly types: string[];
  readonly fault: string;
}

/** The refusal of a body that failed its schema: names the first fault, the type there and the types around it. */
export function explainMismatch(schema: SchemaNode, value: JsonInput): ApiError {
  const mismatch = findMismatch(schema, value) ?? { types: [typeNameOf(schema)], fault: "does not match the schema" };
  return bodyFault(mismatch.types, mismatch.fault);
}

/** The refusal of a body. @param types - around the fault, from the inside out */
export function bodyFault(types: readonly string[], fault: string, cause?: unknown): ApiError {
  const [type, ...around] = types;
  const chain = around.map((name) => `in "${name}"`).join(", ");
  const message = `request body: "${type}": ${fault}${chain === "" ? "" : ` (${chain})`}`;
  return new ApiError("web_framework_error", message, { status: 400, cause });
}

function findMismatch(schema: SchemaNode, value: JsonInput): Mismatch | undefined {
  const mismatch = findInside(schema, value);
  if (mismatch === undefined) return undefined;
  addType(mismatch.types, schema);
  return mismatch;
}

function findInside(schema: SchemaNode, value: JsonInput): Mismatch | undefined {
  const content = nonNullBranch(schema);
  if (content !== undefined) return value === null || isIgnored(schema) ? undefined : findMismatch(content, value);
  for (const part of schema.allOf ?? []) {
    const mismatch = findMismatch(part, value);
    if (mismatch !== undefined) return mismatch;
  }
  if (schema.anyOf !== undefined) {
    const variant = variantOf(schema, value);
    return variant === undefined ? wrong(schema, namedVariants(schema), value) : findMismatch(variant, value);
  }
  switch (schema.type) {
    case "object":
      return findInObject(schema, value);
    case "array":
      return findInArray(schema, value);
    case "string": {
      if (typeof value !== "string") return wrong(schema, "a string", value);
      if (schema.const !== undefined && value !== schema.const) return wrong(schema, `"${schema.const}"`, value);
      return undefined;
    }
    case "boolean":
      return typeof value === "boolean" ? undefined : wrong(schema, "a boolean", value);
    case "integer": {
      const fits = typeof value === "number" && Number.isInteger(value);
      if (!fits) return wrong(schema, "an integer", value);
      const inRange = value >= (schema.minimum ?? value) && value <= (schema.maximum ?? value);
      return inRange ? undefined : wrong(schema, `${schema.minimum} to ${schema.maximum}`, value);
    }
    default:
      return undefined;
  }
}

/** A choice by its name, with what tells its variants apart. */
function namedVariants(schema: SchemaNode): string {
  const discriminator = schema["x-discriminator"];
  if (discriminator === undefined) return typeNameOf(schema);
  const names = (schema.anyOf ?? []).map((variant) => `"${variantName(variant, discriminator)}"`);
  return `${typeNameOf(schema)} with "${discriminator}" ${names.join(" or ")}`;
}

function findInObject(schema: SchemaNode, value: JsonInput): Mismatch | undefined {
  if (!isObject(value)) return wrong(schema, "an object", value);
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(value, name)) return { types: [], fault: `member "${name}" is missing` };
  }
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    if (!Object.hasOwn(value, name)) continue;
    const mismatch = findMismatch(member, value[name] as JsonInput);
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}

function findInArray(schema: SchemaNode, value: JsonInput): Mismatch | undefined {
  if (!Array.isArray(value)) return wrong(schema, "an array", value);
  for (const item of value as readonly JsonInput[]) {
    const mismatch = schema.items === undefined ? undefined : findMismatch(schema.items, item);
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}

function isObject(value: JsonInput): value is Readonly<Record<string, JsonInput>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function wrong(schema: SchemaNode, expected: string, value: JsonInput): Mismatch {
  return { types: [typeNameOf(schema)], fault: `expected ${expected}, found ${describe(value)}` };
}

function describe(value: JsonInput): string {
  const kind = typeof value === "bigint" ? "number" : typeof value;
  return typeof value === "object" ? echoJson(value) : `${kind} ${echoJson(value)}`;
}

/** Adds the name of an enclosing type. An unnamed part (one branch of an `allOf`) says nothing to a reader. */
export function addType(types: string[], schema: SchemaNode): void {
  const name = typeNameOf(schema);
  if (name !== "object" && types.at(-1) !== name) types.push(name);
}
