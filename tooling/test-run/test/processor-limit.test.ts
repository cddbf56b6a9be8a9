import { expect, test } from "vitest";
import { testEffort } from "../src/effort.ts";
import { processorLimit } from "../src/processor-limit.ts";

test("a whole file may take a minute, and more on a machine that is slower for every file", () => {
  const minute = 60 * Math.max(1, testEffort);
  expect(processorLimit("whole", 0)).toBe(minute);
  expect(processorLimit("whole", 30 * minute)).toBe(minute);
  expect(processorLimit("whole", 60 * minute)).toBe(2 * minute);
});

test("a unit's limit does not grow with the run, and other projects have none", () => {
  expect(processorLimit("units", 100_000)).toBe(processorLimit("units", 1));
  expect(processorLimit("long", 1)).toBeUndefined();
});
