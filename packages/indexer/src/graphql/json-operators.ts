import { QueryRefusal } from "../answering/table.ts";
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

/** Comparisons of two values inside of others that one test may make. */
const mostComparisons = 1_000_000;

/** Scalars of a part that are looked for one by one; of more than that a set is made. */
const mostScanned = 8;

/**
 * Returns true if a value has all that a part has: members of objects, items of lists in any order.
 *
 * @throws QueryRefusal where lists of lists and objects are too long to be held against each other
 */
function contains(value: unknown, part: unknown): boolean {
  return new Containment().holds(value, part);
}

class Containment {
  #comparisons = 0;

  holds(value: unknown, part: unknown): boolean {
    if (++this.#comparisons > mostComparisons) {
      throw new QueryRefusal(`a comparison of JSON values takes more than ${mostComparisons} steps: compare with less`);
    }
    if (Array.isArray(part)) return Array.isArray(value) && this.#hasItems(value, part);
    if (!isObject(part)) return value === part;
    if (!isObject(value) || Array.isArray(value)) return false;
    return Object.entries(part).every(([key, item]) => Object.hasOwn(value, key) && this.holds(value[key], item));
  }

  #hasItems(items: readonly unknown[], part: readonly unknown[]): boolean {
    const scalars = part.filter((item) => !isObject(item));
    const known = scalars.length > mostScanned ? new Set(items) : undefined;
    if (!scalars.every((item) => known?.has(item) ?? items.includes(item))) return false;
    return part.every((item) => !isObject(item) || items.some((one) => this.holds(one, item)));
  }
}

/** True for lists, too. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
