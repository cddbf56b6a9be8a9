import { cases, testSeed } from "@ledger/test-run/effort";
import { expect, test } from "vitest";
import { runLies } from "./support/lies.ts";

test("forged records are found by execution, as what they are", async () => {
  const { honest, problems, byName } = await runLies(cases(50), testSeed(7));
  expect(problems).toEqual([]);
  expect(honest).toBeGreaterThan(300);
  expect(byName.size).toBeGreaterThan(10);
});
