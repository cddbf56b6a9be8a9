import { InvalidArgumentError } from "commander";
import { expect, test } from "vitest";
import { storeUrl } from "./store-options.ts";

test.each([
  ["postgres://u@/db?host=a,b", "postgres://u@127.0.0.1/db?host=a,b"],
  ["postgresql://u@:5433/db", "postgresql://u@127.0.0.1:5433/db"],
  ["postgres://u@?host=/run/postgresql", "postgres://u@127.0.0.1?host=/run/postgresql"],
  ["postgres:///db?host=a", "postgres:///db?host=a"],
  ["postgres://u@h:1/db", "postgres://u@h:1/db"],
])("%s is a store, as libpq reads it", (url, read) => {
  expect(storeUrl.parse(url)).toBe(read);
});

test.each(["mysql://h/db", "ledger", "postgres//h"])("%s is none", (url) => {
  expect(() => storeUrl.parse(url)).toThrow(InvalidArgumentError);
});
