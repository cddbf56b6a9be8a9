import { expect, test } from "vitest";
import { differences } from "./differences.ts";

test("members that differ are listed by their paths, with both sides", () => {
  const before = { balance: { value: "10" }, frozen: false, items: ["a", "b"] };
  const after = { balance: { value: "7" }, frozen: false, items: ["a", "b", "c"] };
  expect(differences(before, after)).toEqual([
    { path: "balance.value", before: "10", after: "7" },
    { path: "items.2", before: undefined, after: "c" },
  ]);
});

test("what was not there before is all new, and what is gone has nothing after", () => {
  expect(differences(undefined, { a: 1 })).toEqual([{ path: "a", before: undefined, after: "1" }]);
  expect(differences("0x01", undefined)).toEqual([{ path: "", before: "0x01", after: undefined }]);
  expect(differences({ a: [] }, { a: ["x"] })).toEqual([
    { path: "a", before: "[]", after: undefined },
    { path: "a.0", before: undefined, after: "x" },
  ]);
});

test("equal values have no differences, and huge ones a bounded number", () => {
  expect(differences({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toEqual([]);
  const many = Array.from({ length: 10_000 }, (_, i) => i);
  expect(differences([], many).length).toBe(60);
});
