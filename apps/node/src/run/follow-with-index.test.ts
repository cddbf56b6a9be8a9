import { expect, test } from "vitest";
import { describeIndex } from "./follow-with-index.ts";

const progress = { kind: "progress", next: 250_000n, head: 999_999n, phase: "records", isReady: false } as const;

test("the health check shows how much of a ledger is indexed, while much is missing", () => {
  expect(describeIndex(progress)).toBe("building: 25 %");
  expect(describeIndex({ ...progress, since: 1_000_000n })).toBe(
    "building: 25 %; history before version 1000000 is not covered yet",
  );
  expect(describeIndex({ ...progress, phase: "state" })).toBe("building: reading the state");
  expect(describeIndex({ ...progress, next: 999_900n })).toBeUndefined();
  expect(describeIndex({ ...progress, phase: "done" })).toBeUndefined();
});

test("the health check shows why an index does not go on", () => {
  expect(describeIndex({ kind: "stalled", reason: "the disk is full" })).toBe("stalled: the disk is full");
  expect(describeIndex({ kind: "stalled", reason: undefined })).toBeUndefined();
});
