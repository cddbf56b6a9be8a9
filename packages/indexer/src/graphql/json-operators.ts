import type { Value } from "../row.ts";

/** The tests that operators make of `jsonb` values. */
export const jsonOperators: Readonly<Record<string, (operand: unknown) => (value: Value) => boolean>> = {
  _eq: (operand) => (value) => value !== null && isAlike(value, operand),
  _neq: (operand) => (value) => value !== null && !isAlike(value, operand),
  _in: (operand) => (value) => (operand as readonly unknown[]).some((one) => isAlike(value, one)),
  _contains: (operand) => (value) => value !== null && contains(value, operand),
  _contained_in: (operand) => (value) => value !== null && contains(operand, value),
  _has_key: (operand) => (value) => hasKey(value, operand as string),
  _has_keys_all: (operand) => (value) => (operand as readonly string[]).every((key) => hasKey(value, key)),
  _has_keys_any: (operand) => (value) => (operand as readonly string[]).some((key) => hasKey(value, key)),
};

function isAlike(a: unknown, b: unknown): boolean {
  return contains(a, b) && contains(b, a);
}

function hasKey(value: unknown, key: string): boolean {
  if (Array.isArray(value)) return value.includes(key);
  return typeof value === "object" && value !== null ? Object.hasOwn(value, key) : value === key;
}

/** Returns true if a value has all that a part has: members of objects, items of lists in any order. */
function contains(value: unknown, part: unknown): boolean {
  if (Array.isArray(part)) {
    return Array.isArray(value) && part.every((item) => value.some((one) => contains(one, item)));
  }
  if (typeof part === "object" && part !== null) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    const members = value as Readonly<Record<string, unknown>>;
    return Object.entries(part).every(([key, item]) => Object.hasOwn(members, key) && contains(members[key], item));
  }
  return value === part;
}
