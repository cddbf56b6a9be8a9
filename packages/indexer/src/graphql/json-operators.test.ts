import { expect, test } from "vitest";
import { jsonOperators } from "./json-operators.ts";

const contains = (value: unknown, part: unknown) => jsonOperators._contains!(part)(value as never);

test("a long list is searched for many items in one pass", () => {
  const value = Array.from({ length: 400_000 }, (_, i) => i);
  const part = Array.from({ length: 400_000 }, (_, i) => 399_999 - i);
  // One by one these would be 8·10¹⁰ comparisons, which take minutes.
  expect(contains(value, part)).toBe(true);
  expect(contains(value, [...part, -1])).toBe(false);
});

test("lists and objects inside of lists are found in any order, as items and members of others", () => {
  const value = [{ a: 1, b: [1, 2] }, { a: 2 }, [3]];
  expect(contains(value, [{ a: 2 }, { b: [2] }])).toBe(true);
  expect(contains(value, [[3], { a: 1 }])).toBe(true);
  expect(contains(value, [{ a: 3 }])).toBe(false);
  expect(contains(value, [3])).toBe(false);
  expect(contains({ list: value }, { list: [[3]] })).toBe(true);
  expect(contains([null, "a"], [null])).toBe(true);
});

test("lists of objects that are too long to be held against each other are refused", () => {
  const value = Array.from({ length: 5_000 }, (_, i) => ({ i }));
  const part = Array.from({ length: 500 }, () => ({ i: -1 }));
  expect(contains(value, part)).toBe(false);
  const late = Array.from({ length: 500 }, (_, i) => ({ i: 4_999 - i }));
  expect(() => contains(value, late)).toThrow("a comparison of JSON values takes more than 1000000 steps");
});
