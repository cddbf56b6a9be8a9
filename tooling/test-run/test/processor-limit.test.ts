import { expect, test } from "vitest";
import { testEffort } from "../src/effort.ts";
import { processorLimit } from "../src/processor-limit.ts";

test.each([
  ["whole", 60 * Math.max(1, testEffort)],
  ["units", 6],
])("a file of %s may take %i seconds, and more on a machine that is slower for every file", (project, usual) => {
  expect(processorLimit(project, 0)).toBe(usual);
  expect(processorLimit(project, 30 * usual)).toBe(usual);
  expect(processorLimit(project, 60 * usual)).toBe(2 * usual);
});

test("other projects have no limit", () => {
  expect(processorLimit("long", 1)).toBeUndefined();
});
