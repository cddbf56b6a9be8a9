import { InvalidArgumentError } from "commander";
import { expect, test } from "vitest";
import { pageMaxima, pageSizes } from "./page-options.ts";

test("maxima are read one by one or together, the last of a listing counts", () => {
  const first = pageMaxima.parse("modules=2,block-transactions=3");
  expect(pageMaxima.parse("modules=4", first)).toEqual({ modules: 4, blockTransactions: 3 });
});

test.each([
  "",
  "modules",
  "modules=",
  "modules=0",
  "modules=65536",
  "modules=-1",
  "tables=3",
  "toString=3",
  "modules=1,",
])("%j is refused", (text) => {
  expect(() => pageMaxima.parse(text)).toThrow(InvalidArgumentError);
});

test("a maximum below the default lowers the default", () => {
  const sizes = pageSizes({ transactions: 10, summaries: 500, blockTransactions: 7 });
  expect(sizes.transactions).toEqual({ default: 10, max: 10 });
  expect(sizes.summaries).toEqual({ default: 100, max: 500 });
  expect(sizes.modules).toEqual({ default: 9999, max: 9999 });
  expect(sizes.blockTransactions).toBe(7);
});
