/** A JSON value. Integers of 64 bits and more are decimal strings in it, never numbers. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** The kind of a JSON value, for error texts that must not quote it. */
export function jsonKind(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "fraction";
  // Callers may read integers beyond 2^53 as bigints, to keep their digits; no type takes them.
  if (typeof value === "bigint") return "integer";
  return typeof value;
}

/** True if a JSON value is an object. */
export function isJsonObject(value: unknown): value is { readonly [name: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
