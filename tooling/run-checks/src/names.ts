import { closestMatch } from "leven";
import type { Entry } from "./entry.ts";

/** Formats the help of a command. @param door - `check` or `bench` */
export function describeEntries(door: string, entries: Readonly<Record<string, Entry>>): string {
  const lines = Object.entries(entries).map(
    ([name, { summary, takes }]) => `  ${name.padEnd(14)} ${takes.padStart(6)}  ${summary}`,
  );
  const usage =
    door === "check"
      ? [
          "pnpm check                 the checks that CI runs besides the tests",
          "pnpm check NAME [options]  one of the checks below. Checks that are tests take --effort N and --seed S; effort 1",
          "                           runs as many cases as a push does, the default takes the time shown",
        ]
      : ["pnpm bench NAME [options]"];
  return `${[...usage, "", ...lines].join("\n")}\n`;
}

/** Finds the name that a misspelled one is closest to; `undefined` if none is similar. */
export function nearestName(wrong: string, names: readonly string[]): string | undefined {
  return closestMatch(wrong, names, { maxDistance: Math.max(2, Math.floor(wrong.length / 3)) });
}
