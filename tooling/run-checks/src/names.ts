import type { Entry } from "./entry.ts";

/** The list of all entries, for people. @param door - `check` or `bench` */
export function describeEntries(door: string, entries: Readonly<Record<string, Entry>>): string {
  const lines = Object.entries(entries).map(
    ([name, { summary, takes }]) => `  ${name.padEnd(14)} ${takes.padStart(6)}  ${summary}`,
  );
  const usage =
    door === "check"
      ? [
          "pnpm check                 what CI checks besides the tests",
          "pnpm check NAME [options]  one of the checks below. Those that are tests take --effort N and --seed S: with 1",
          "                           they try as much as on a push, and otherwise as much as takes the time that is named",
        ]
      : ["pnpm bench NAME [options]"];
  return `${[...usage, "", ...lines].join("\n")}\n`;
}

/** The name that differs least from another one; `undefined` if all of them are others altogether. */
export function nearestName(wrong: string, names: readonly string[]): string | undefined {
  const bySteps = names.map((name) => ({ name, steps: countEdits(wrong, name) })).sort((a, b) => a.steps - b.steps);
  const [nearest] = bySteps;
  return nearest !== undefined && nearest.steps <= Math.max(2, wrong.length / 3) ? nearest.name : undefined;
}

/** Letters to add, remove and replace between two words. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (let k = 0; k < to.length; k++)
      next.push(Math.min(row[k]! + (letter === to[k] ? 0 : 1), row[k + 1]! + 1, next[k]! + 1));
    row = next;
  }
  return row.at(-1)!;
}
