import { Random } from "@ledger/random";
import { expect, test } from "vitest";
import { compareDecimals, Decimal, divide, parseDecimal } from "../src/decimal.ts";

// Numbers that are not whole, as `numeric` columns of a database have them.

test.each([
  [153_347_327_463_767_236_913n, 10n ** 16n, "15334.7327463767236913"],
  [10n ** 16n, 10n ** 16n, "1"],
  [0n, 10n ** 16n, "0"],
  [1n, 10n ** 16n, "0.0000000000000001"],
  [1n, 8n, "0.125"],
  [2n, 3n, `0.${"6".repeat(38)}`],
])("%s divided by %s", (value, by, expected) => {
  const quotient = divide(value, by);
  expect(`${quotient}`).toBe(expected);
  expect(quotient instanceof Decimal).toBe(expected.includes("."));
  expect(compareDecimals(parseDecimal(expected)!, quotient)).toBe(0);
});

test.each(["", "x", "1.", ".5", "1e3", "1.2.3", `1.${"0".repeat(39)}`])("no number: '%s'", (text) => {
  expect(parseDecimal(text)).toBeUndefined();
});

test("their order is that of the numbers", () => {
  const random = new Random("decimals");
  const numbers = Array.from({ length: 200 }, () => {
    const [value, scale] = [random.below(2_000) - 1_000, random.below(4)];
    return { value: value / 10 ** scale, exact: parseDecimal((value / 10 ** scale).toFixed(scale))! };
  });
  numbers.sort((a, b) => compareDecimals(a.exact, b.exact));
  const values = numbers.map(({ value }) => value);
  expect(values).toEqual(values.toSorted((a, b) => a - b));
});
