import fc from "fast-check";
import { expect, test } from "vitest";
import { targetPath, targetQuery } from "./request-query.ts";

test("a target is cut at its first question mark", () => {
  expect(targetPath("/v1/a?b?c")).toBe("/v1/a");
  expect(targetPath("/v1/a")).toBe("/v1/a");
  expect(targetQuery("/v1/a").getAll("b")).toEqual([]);
});

test("a query is read as the platform's parser reads it", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "b", "=", "&", "%", "2", "0", "+", "?", "\u00e9"),
    maxLength: 20,
  });
  fc.assert(
    fc.property(text, (query) => {
      for (const name of ["a", "b", "ab", "a2"]) {
        expect(targetQuery(`/v1?${query}`).getAll(name)).toEqual(new URLSearchParams(`?${query}`).getAll(name));
      }
    }),
    { numRuns: 2_000, examples: [["a"], ["a="], ["a=1=2"], ["&&a=1&"]] },
  );
});
