import { RE2JS } from "re2js";
import { expect, test, vi } from "vitest";
import type { Row } from "../row.ts";
import { type Condition, rowTest } from "./condition.ts";
import { Patterns } from "./patterns.ts";
import type { QueryContext } from "./reader.ts";

const shape = {
  key: ["id"],
  columns: { id: "String" },
  relations: { others: { table: "things", by: { id: "id" }, many: true } },
} as const;
const rows: readonly Row[] = Array.from({ length: 10 }, (_, i) => ({ id: `${i}` }));

function contextOf(fold: (values: number) => void): QueryContext<never> {
  const context = {
    ...{ tables: { things: shape }, related: { of: async () => rows }, patterns: new Patterns() },
    ...{ fold, signal: new AbortController().signal },
  };
  return context as unknown as QueryContext<never>;
}

test.each<[string, (inner: Condition) => Condition]>([
  ["rows of relations", (inner) => ({ others: inner })],
  ["numbers of rows", (inner) => ({ others_aggregate: { count: { predicate: { _gte: 0 }, filter: inner } } })],
])("conditions about %s in each other count every row that they look at", async (_, around) => {
  let condition: Condition = { id: { _eq: "none" } };
  for (let depth = 0; depth < 6; depth++) condition = around(condition);
  let left = 5_000;
  const test = rowTest(
    condition,
    shape,
    contextOf((values) => {
      left -= values;
      if (left < 0) throw new RangeError("too many");
    }),
  );
  await expect(test(rows[0]!)).rejects.toThrow("too many");
});

test("a pattern that a condition repeats is matched with a text once", () => {
  const matched = vi.spyOn(RE2JS.prototype, "matcher");
  const test = rowTest(
    { _and: new Array(500).fill({ id: { _regex: "^a+$" } }) },
    shape,
    contextOf(() => undefined),
  );
  expect(test({ id: "aaa" })).toBe(true);
  expect(test({ id: "b" })).toBe(false);
  expect(matched).toHaveBeenCalledTimes(2);
  matched.mockRestore();
});
