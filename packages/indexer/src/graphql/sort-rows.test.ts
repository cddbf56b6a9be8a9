import fc from "fast-check";
import { expect, test } from "vitest";
import { FirstRows, sortRows } from "./sort-rows.ts";

const question = new AbortController().signal;
const byKey = (a: { readonly [name: string]: unknown }, b: typeof a): number => Number(a.key) - Number(b.key);
const rows = fc
  .array(fc.integer({ min: 0, max: 40 }), { maxLength: 3_000 })
  .map((keys) => keys.map((key, place) => ({ key: BigInt(key), place: BigInt(place) })));

test("rows are sorted as an array sorts them, equal ones in the order in which they came", async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      expect(await sortRows(given, byKey, question)).toEqual(given.toSorted(byKey));
    }),
    { numRuns: 50 },
  );
});

test("the first rows of an order are those that sorting all of them gives", async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 0, max: 700 }), async (given, most) => {
      const first = new FirstRows(most, byKey, question);
      for (const row of given) await first.add(row);
      expect(await first.rows()).toEqual(given.toSorted(byKey).slice(0, most));
    }),
    { numRuns: 50 },
  );
});
