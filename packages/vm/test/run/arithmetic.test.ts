import { cases } from "@ledger/test-run/effort";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as arithmetic from "../../src/run/arithmetic.ts";
import { type IntegerKind, type IntegerRange, integer, integerRanges } from "../../src/value/integer.ts";

const kinds = Object.keys(integerRanges) as IntegerKind[];
const runs = { numRuns: cases(300) };

/** Integers of a type, with those near its ends, near 2^53 and near 0 among them. */
function integersOf({ min, max }: IntegerRange): fc.Arbitrary<bigint> {
  const near = [min, max, 0n, 1n << 53n, -(1n << 53n), 1n << 32n].flatMap((at) =>
    [-2n, -1n, 0n, 1n, 2n].map((by) => at + by),
  );
  const inside = near.filter((value) => value >= min && value <= max);
  return fc.oneof(fc.bigInt({ min, max }), fc.constantFrom(...inside));
}

/** What an operation gives, as a bigint; undefined when it fails. */
function attempt(work: () => number | bigint): bigint | undefined {
  try {
    const result = work();
    // There is one form of every integer.
    expect(result).toBe(integer(BigInt(result)));
    expect(Object.is(result, -0)).toBe(false);
    return BigInt(result);
  } catch (error) {
    expect(error).toMatchObject({ status: "ARITHMETIC_ERROR" });
    return undefined;
  }
}

type Operation = (a: number | bigint, b: number | bigint, range: IntegerRange) => number | bigint;
const operations: readonly [name: string, operate: Operation, exact: (a: bigint, b: bigint) => bigint | undefined][] = [
  ["add", arithmetic.add, (a, b) => a + b],
  ["subtract", arithmetic.subtract, (a, b) => a - b],
  ["multiply", arithmetic.multiply, (a, b) => a * b],
  ["divide", arithmetic.divide, (a, b) => (b === 0n ? undefined : a / b)],
];

describe.each(kinds)("%s", (kind) => {
  const range = integerRanges[kind];
  const pair = fc.tuple(integersOf(range), integersOf(range));

  test.each(operations)("%s is exact, or fails outside of the type", (_, operate, exact) => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const wanted = exact(a, b);
        const fits = wanted !== undefined && wanted >= range.min && wanted <= range.max;
        expect(attempt(() => operate(integer(a), integer(b), range))).toBe(fits ? wanted : undefined);
      }),
      runs,
    );
  });

  test("remainder has the sign of the dividend, and fails for the least integer by -1", () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const fails = b === 0n || (range.signed && a === range.min && b === -1n);
        expect(attempt(() => arithmetic.remainder(integer(a), integer(b), range))).toBe(fails ? undefined : a % b);
      }),
      runs,
    );
  });

  test("casts keep the value, or fail", () => {
    fc.assert(
      fc.property(integersOf(range), fc.constantFrom(...kinds), (a, to) => {
        const { min, max } = integerRanges[to];
        const wanted = a >= min && a <= max ? a : undefined;
        expect(attempt(() => arithmetic.cast(integer(a), integerRanges[to], to))).toBe(wanted);
      }),
      runs,
    );
  });

  if (range.signed) return;

  test("bits are those of the exact integers", () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        expect(attempt(() => arithmetic.bitOr(integer(a), integer(b)))).toBe(a | b);
        expect(attempt(() => arithmetic.bitAnd(integer(a), integer(b)))).toBe(a & b);
        expect(attempt(() => arithmetic.bitXor(integer(a), integer(b)))).toBe(a ^ b);
      }),
      runs,
    );
  });

  test("shifts drop bits at both ends, and fail by the width and more", () => {
    fc.assert(
      fc.property(integersOf(range), fc.integer({ min: 0, max: 255 }), (a, by) => {
        const fits = by < range.bits;
        const left = BigInt.asUintN(range.bits, a << BigInt(by));
        expect(attempt(() => arithmetic.shiftLeft(integer(a), by, range))).toBe(fits ? left : undefined);
        expect(attempt(() => arithmetic.shiftRight(integer(a), by, range))).toBe(fits ? a >> BigInt(by) : undefined);
      }),
      runs,
    );
  });
});
