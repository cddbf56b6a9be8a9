import { Random } from "@ledger/random";
import { randomTest } from "@ledger/test-run";
import { expect, test } from "vitest";
import { placeOf, placesOfNull, placesWithin } from "./places.ts";

const compare = <T extends bigint | string>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

randomTest("places are in the order of their numbers, null last", { seed: 1, count: 200 }, ({ seed, count }) => {
  const random = new Random(seed);
  const numbers = Array.from({ length: count }, () => BigInt(random.below(2 ** 31)) ** BigInt(random.below(5)));
  numbers.push(0n, 1n, 31n, 32n, 2n ** 64n - 1n, 2n ** 128n - 1n, 2n ** 256n - 1n);
  const places = numbers.map((number) => placeOf(number));
  expect(places.toSorted(compare)).toEqual(numbers.toSorted(compare).map((number) => placeOf(number)));
  expect(places.every((place) => place < placeOf(null) && /^[!-~]+$/.test(place))).toBe(true);
  for (let i = 0; i < count; i++) {
    const [from, to, number] = [random.pick(numbers), random.pick(numbers), random.pick(numbers)];
    const range = placesWithin(from, to);
    const place = placeOf(number);
    expect(place >= range.from && place <= range.to).toBe(number >= from && number <= to);
  }
});

test("a range without ends has all numbers and not null, and one below 0 has none", () => {
  const all = placesWithin();
  for (const number of [0n, 2n ** 256n - 1n]) {
    expect(placeOf(number) >= all.from && placeOf(number) <= all.to).toBe(true);
  }
  expect(placesOfNull.from > all.to).toBe(true);
  expect(placesWithin(-5n)).toEqual(all);
  const { from, to } = placesWithin(undefined, -1n);
  expect(from > to).toBe(true);
});

test.each([-1n, 1, "1", true])("%s has no place", (value) => {
  expect(() => placeOf(value)).toThrow(TypeError);
});
