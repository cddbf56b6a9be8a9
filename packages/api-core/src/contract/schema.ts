import type { TSchema } from "typebox";
import type { JsonInput } from "./json.ts";

/**
 * Keywords of the published description that take no part in validation, kept under `x-doc` of a schema: what text
 * means is decided by the parsers of `@ledger/types`, and a published `pattern` may be narrower than they are.
 */
export interface SchemaDoc {
  readonly pattern?: string;
  readonly format?: string;
  readonly examples?: readonly unknown[];
  readonly maxLength?: number;
}

/** The members of a JSON schema that this package's own schemas use. */
export interface SchemaNode {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
  readonly "x-doc"?: SchemaDoc;
  /** TypeBox's: gives a text its meaning. */
  readonly "~codec"?: { readonly decode: (text: JsonInput) => unknown };
  /** Name of the member that tells the variants of a union apart. */
  readonly "x-discriminator"?: string;
  /** On the second branch of a union: a member of any value is taken and not looked at; the first branch says what it is meant to be. */
  readonly "x-ignored"?: true;
}

/** A TypeBox schema as plain JSON schema, which it is. */
export function schemaNode(schema: TSchema): SchemaNode {
  return schema as SchemaNode;
}

/**
 * The name of a type in an error message: `string(Address)`, `integer(uint16)`, `[string(MoveType)]`,
 * `optional<string(U64)>`, `EntryFunctionPayload`.
 */
export function typeNameOf(schema: SchemaNode): string {
  const content = nonNullBranch(schema);
  if (content !== undefined) return `optional<${typeNameOf(content)}>`;
  if (schema.type === "array" && schema.items !== undefined) return `[${typeNameOf(schema.items)}]`;
  if (schema.type === "integer" || schema.type === "number") return `${schema.type}(${schema.format ?? "any"})`;
  if (schema.type === "string" && schema.title !== undefined) return `string(${schema.title})`;
  return schema.title ?? schema.type ?? "any";
}

/** For a union with `null`, or with anything, the other branch: such a member may be `null` on the way in, and is then absent. */
export function nonNullBranch(schema: SchemaNode): SchemaNode | undefined {
  const [first, second, ...more] = schema.anyOf ?? [];
  return more.length === 0 && (second?.type === "null" || isIgnored(schema)) ? first : undefined;
}

/** Returns true if a member's value is ignored. */
export function isIgnored({ anyOf }: SchemaNode): boolean {
  return anyOf?.[1]?.["x-ignored"] === true;
}

/** The variant of a discriminated union that a value names, with the name. */
export function variantOf(schema: SchemaNode, value: unknown): SchemaNode | undefined {
  const discriminator = schema["x-discriminator"];
  if (discriminator === undefined || typeof value !== "object" || value === null) return undefined;
  const name = (value as Readonly<Record<string, unknown>>)[discriminator];
  return schema.anyOf?.find((variant) => variantName(variant, discriminator) === name);
}

/** The value that a variant's discriminator member must have; the member may sit in a part of an `allOf`. */
export function variantName(variant: SchemaNode, discriminator: string): unknown {
  const own = variant.properties?.[discriminator]?.const;
  if (own !== undefined) return own;
  for (const part of variant.allOf ?? []) {
    const name = variantName(part, discriminator);
    if (name !== undefined) return name;
  }
  return undefined;
}
