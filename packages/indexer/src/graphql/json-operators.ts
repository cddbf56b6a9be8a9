import type { Value } from "../row.ts";
import type { Truth } from "./compare.ts";

/** The tests that operators make of `jsonb` values; what is asked of none stays open. */
export const jsonOperators: Readonly<Record<string, (operand: unknown) => (value: Value) => Truth>> = {
  _eq: testing(isAlike),
  _neq: testing((value, operand) => !isAlike(value, operand)),
  _in: testing((value, operand) => (operand as readonly unknown[]).some((one) => isAlike(value, one))),
  _nin: testing((value, operand) => !(operand as readonly unknown[]).some((one) => isAlike(value, one))),
  _contains: testing(contains),
  _contained_in: testing((value, operand) => contains(operand, value)),
  _has_key: testing((value, operand) => hasKey(value, operand as string)),
  _has_keys_all: testing((value, operand) => (operand as readonly string[]).every((key) => hasKey(value, key))),
  _has_keys_any: testing((value, operand) => (operand as readonly string[]).some((key) => hasKey(value, key))),
};

function testing(holds: (value: Value, operand: unknown) => boolean): (operand: unknown) => (value: Value) => Truth {
  return (operand) => (value) => (value === null || operand === null ? null : holds(value, operand));
}

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
