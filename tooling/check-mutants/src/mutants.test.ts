import { expect, test } from "vitest";
import { mutants } from "./mutants.ts";
import { countPlaces } from "./mutate.ts";

test.each(mutants)("the guard of $name is where it is taken out", (mutant) => {
  expect(countPlaces(mutant)).toBe(1);
  expect(mutant.to).not.toContain(mutant.from);
});
