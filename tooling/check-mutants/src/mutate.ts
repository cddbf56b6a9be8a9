import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Mutant } from "./mutants.ts";

/** Names the mutant that a run of the tests is about, by its position. */
export const mutantVariable = "CHECK_MUTANT";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Path of a mutant's file. */
function pathOf({ file }: Mutant): string {
  return `${root}${file}`;
}

/** How often a mutant's text occurs in its file: it must be once. */
export function countPlaces(mutant: Mutant): number {
  return readFileSync(pathOf(mutant), "utf8").split(mutant.from).length - 1;
}

/** A plugin that gives the tests the mutant instead of its file; no file is changed. */
export function mutate(mutant: Mutant) {
  return {
    // The test runner keeps what it transformed, by the plugins that did it.
    name: `mutate: ${mutant.name}`,
    enforce: "pre" as const,
    transform(code: string, id: string): string | undefined {
      return id.split("?")[0] === pathOf(mutant) ? code.replace(mutant.from, () => mutant.to) : undefined;
    },
  };
}
