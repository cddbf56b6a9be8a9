import { Random } from "@ledger/random";
import { expect, test } from "vitest";
import { compareValues } from "../src/graphql/compare.ts";
import { compareJson } from "../src/graphql/json-order.ts";

// The order of PostgreSQL's documentation of `jsonb`: kinds first, then lengths, then what is inside.
const ascending = [
  ...[null, "", "a", "b", -1, 2, 10, false, true],
  ...[[], ["z"], [9], [10], [["z"]], ["a", 1], [1, 1]],
  ...[{}, { aa: 0 }, { b: 1 }, { b: 2 }, { b: 1, c: 1 }, { b: 1, c: 2 }, { b: 1, d: 1 }, { b: 2, c: 0 }],
  // Its own example of names in the order of their lengths.
  { aa: 1, c: 1 },
];

test("values of JSON are in one order", () => {
  const random = new Random("json");
  const mixed = ascending.map((value) => ({ value, at: random.fraction() })).sort((a, b) => a.at - b.at);
  expect(mixed.map(({ value }) => value).sort(compareJson)).toEqual(ascending);
  for (const value of ascending) expect(compareJson(value, structuredClone(value))).toBe(0);
});

test("values of different kinds in one column are in that order, too", () => {
  const values = [true, 9, "abc", "10", 2, [], false];
  expect(values.toSorted(compareValues)).toEqual(["10", "abc", 2, 9, false, true, []]);
});
