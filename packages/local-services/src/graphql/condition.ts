import type { FixedValues, Row, Value } from "./table.ts";

/** A condition as clients write it, after its types have been checked: operators by column, conditions by relation, `_and`, `_or`, `_not`. */
export type Condition = { readonly [name: string]: unknown };

type Compare = (value: Value, operand: unknown) => boolean;

/** A comparison with `null` is neither true nor false, and so does not hold. */
const comparing =
  (holds: (order: number) => boolean): Compare =>
  (value, operand) =>
    value !== null && operand !== null && holds(compareValues(value, operand as Value));

const operators: Readonly<Record<string, Compare>> = {
  _eq: comparing((order) => order === 0),
  _neq: comparing((order) => order !== 0),
  _gt: comparing((order) => order > 0),
  _gte: comparing((order) => order >= 0),
  _lt: comparing((order) => order < 0),
  _lte: comparing((order) => order <= 0),
  _in: (value, operand) => value !== null && (operand as Value[]).some((one) => compareValues(value, one) === 0),
  _nin: (value, operand) => value !== null && (operand as Value[]).every((one) => compareValues(value, one) !== 0),
  _is_null: (value, operand) => (value === null) === operand,
  _like: (value, operand) => typeof value === "string" && isLike(value, operand as string),
  _ilike: (value, operand) =>
    typeof value === "string" && isLike(value.toLowerCase(), (operand as string).toLowerCase()),
};

/** Returns true if a row meets a condition. */
export function matches(row: Row, condition: Condition | null | undefined): boolean {
  return Object.entries(condition ?? {}).every(([name, part]) => {
    if (part === undefined || part === null) return true;
    if (name === "_and") return (part as Condition[]).every((one) => matches(row, one));
    if (name === "_or") return (part as Condition[]).some((one) => matches(row, one));
    if (name === "_not") return !matches(row, part as Condition);
    const value = row[name] ?? null;
    if (typeof value === "object" && value !== null) return matches(value, part as Condition);
    return Object.entries(part).every(
      // A relation without a row meets no condition about it.
      ([operator, operand]) => operand === undefined || (operators[operator]?.(value, operand) ?? false),
    );
  });
}

/** The values that a condition fixes in every row that meets it. */
export function fixedValues(condition: Condition | null | undefined): FixedValues {
  const fixed = new Map<string, Value>();
  for (const [name, part] of Object.entries(condition ?? {})) {
    if (part === undefined || part === null || name === "_or" || name === "_not") continue;
    if (name === "_and") {
      for (const one of part as Condition[]) for (const [column, value] of fixedValues(one)) fixed.set(column, value);
    } else {
      const value = (part as { readonly _eq?: Value })._eq;
      if (value !== undefined && value !== null) fixed.set(name, value);
    }
  }
  return fixed;
}

/** Orders two values of one column; `null` is the greatest. */
export function compareValues(a: Value, b: Value): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns true if a text matches a pattern, in which `%` stands for any text and `_` for any character; in time of both lengths at most. */
function isLike(text: string, pattern: string): boolean {
  let at = 0;
  let next = 0;
  let star = -1;
  let resume = 0;
  while (at < text.length) {
    if (pattern[next] === "%") {
      star = next++;
      resume = at;
    } else if (next < pattern.length && (pattern[next] === "_" || pattern[next] === text[at])) {
      at++;
      next++;
    } else if (star >= 0) {
      next = star + 1;
      at = ++resume;
    } else return false;
  }
  while (pattern[next] === "%") next++;
  return next === pattern.length;
}
