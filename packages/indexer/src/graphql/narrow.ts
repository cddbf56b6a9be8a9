import type { Bound, Bounds, FixedValues, Narrowed } from "../answering/table.ts";
import type { Value } from "../row.ts";
import { kindOf, type TableShape } from "../tables/column.ts";
import { compareValues } from "./compare.ts";
import type { Condition } from "./condition.ts";

/** Alternatives that are looked for one by one; of more, none narrows what is read. */
const mostAlternatives = 64;

const everything: Narrowed = { alternatives: [new Map()], bounds: new Map(), isExact: true };
const unknown: Narrowed = { ...everything, isExact: false };

/** Finds out what a condition says of the rows that meet it, as far as an index can tell them apart by it. */
export function narrow(condition: Condition | null | undefined, shape: TableShape): Narrowed {
  const parts = Object.entries(condition ?? {}).filter(([, part]) => part !== undefined && part !== null);
  return parts.map(([name, part]) => narrowPart(name, part, shape)).reduce(both, everything);
}

function narrowPart(name: string, part: unknown, shape: TableShape): Narrowed {
  if (name === "_and") return (part as Condition[]).map((one) => narrow(one, shape)).reduce(both, everything);
  if (name === "_or") return either((part as Condition[]).map((one) => narrow(one, shape)));
  const type = shape.columns[name];
  if (name === "_not" || type === undefined || kindOf(type) === "jsonb") return unknown;
  const operators = Object.entries(part as Condition).filter(([, operand]) => operand !== undefined);
  return operators.map(([operator, operand]) => narrowColumn(name, operator, operand)).reduce(both, everything);
}

function narrowColumn(column: string, operator: string, operand: unknown): Narrowed {
  if (operand === null) return unknown;
  const value = operand as NonNullable<Value>;
  const bounded = (bounds: Bounds): Narrowed => ({ ...everything, bounds: new Map([[column, bounds]]) });
  switch (operator) {
    case "_eq":
      return { ...everything, alternatives: [new Map([[column, [value]]])] };
    case "_in":
      return { ...everything, alternatives: [new Map([[column, [...new Set(operand as readonly Value[])]]])] };
    case "_gt":
    case "_gte":
      return bounded({ lower: { value, isOpen: operator === "_gt" } });
    case "_lt":
    case "_lte":
      return bounded({ upper: { value, isOpen: operator === "_lt" } });
    default:
      return unknown;
  }
}

/** The marks of rows that have those of both. */
function both(a: Narrowed, b: Narrowed): Narrowed {
  const isMany = a.alternatives.length * b.alternatives.length > mostAlternatives;
  const alternatives = isMany
    ? a.alternatives
    : a.alternatives.flatMap((one) => b.alternatives.map((other) => intersection(one, other)));
  const bounds = new Map(a.bounds);
  for (const [column, { lower, upper }] of b.bounds) {
    const known = bounds.get(column);
    bounds.set(column, { lower: tighter(known?.lower, lower, 1), upper: tighter(known?.upper, upper, -1) });
  }
  return { alternatives, bounds, isExact: a.isExact && b.isExact && !isMany };
}

function intersection(a: FixedValues, b: FixedValues): FixedValues {
  const values = new Map(a);
  for (const [column, others] of b) {
    const known = values.get(column);
    const texts = new Set(others.map(String));
    values.set(column, known === undefined ? others : known.filter((value) => texts.has(String(value))));
  }
  return values;
}

/** @param sign - 1 for the lower ends of what is left, -1 for the upper ones */
function tighter(a: Bound | undefined, b: Bound | undefined, sign: 1 | -1): Bound | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const order = sign * compareValues(a.value, b.value);
  return order > 0 || (order === 0 && a.isOpen) ? a : b;
}

/** The marks of rows that have those of one, at least. */
function either(parts: readonly Narrowed[]): Narrowed {
  const [only, ...others] = parts;
  if (only === undefined) return unknown;
  if (others.length === 0) return only;
  const alternatives = parts.flatMap((part) => part.alternatives);
  return alternatives.length > mostAlternatives || alternatives.some(({ size }) => size === 0)
    ? unknown
    : { ...unknown, alternatives };
}
