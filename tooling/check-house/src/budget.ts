import type { House } from "./measures.ts";

/** Most of everything that may be there: counts by measure, source lines by package. */
export interface Budget {
  readonly lines: Readonly<Record<string, number>>;
  readonly counts: Readonly<Record<string, number>>;
}

/** Lines that a budget is rounded up to, so that small changes do not touch it. */
const lineStep = 100;

/** The budget that fits a house. */
export function fittingBudget({ lines, found }: House): Budget {
  return {
    lines: mapValues(lines, (count) => Math.ceil(count / lineStep) * lineStep),
    counts: mapValues(found, (list) => list.length),
  };
}

/** The smaller of two budgets, measure by measure; what only the fitting one has is taken from it. */
export function tightened(budget: Budget, fitting: Budget): Budget {
  const smaller = (kept: Readonly<Record<string, number>>, fits: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(fits).map(([name, count]) => [name, Math.min(count, kept[name] ?? count)]));
  return { lines: smaller(budget.lines, fitting.lines), counts: smaller(budget.counts, fitting.counts) };
}

/** Differences of a house and its budget, one text each; empty when they agree. */
export function compareBudget(house: House, budget: Budget): string[] {
  const fitting = fittingBudget(house);
  const problems: string[] = [];
  const compare = (name: string, is: number, may: number | undefined, found: readonly string[]): void => {
    if (may === undefined) problems.push(`${name}: ${is}, and the budget has none; run with --write`);
    else if (is > may)
      problems.push([`${name}: ${is} where ${may} may be`, ...found.map((text) => `  ${text}`)].join("\n"));
    else if (is < may) problems.push(`${name}: ${is}, and the budget still allows ${may}; run with --write`);
  };
  for (const [path, count] of Object.entries(fitting.lines)) compare(`lines of ${path}`, count, budget.lines[path], []);
  for (const [name, list] of Object.entries(house.found)) compare(name, list.length, budget.counts[name], list);
  return problems;
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
