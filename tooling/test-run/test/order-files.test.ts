import { afterEach, describe, expect, test, vi } from "vitest";
import { divideFiles, shuffleFiles } from "../src/order-files.ts";
import { testOrder } from "../src/test-order.ts";

const nameOf = (name: string): string => name;
const files = Array.from({ length: 40 }, (_, number) => `file-${String(number).padStart(2, "0")}`);

describe("the order of files", () => {
  test("follows from the seed, whatever order they come in", () => {
    const order = shuffleFiles(files, nameOf, 7);
    expect(shuffleFiles(files.toReversed(), nameOf, 7)).toEqual(order);
    expect(order).not.toEqual(files);
    expect(order.toSorted()).toEqual(files);
    expect(shuffleFiles(files, nameOf, 8)).not.toEqual(order);
  });
});

describe("the division of files", () => {
  test("gives each machine about as much, and every file to one of them", () => {
    const secondsOf = (name: string): number => Number(name.slice(-2)) + 1;
    const parts = divideFiles(files, nameOf, secondsOf, 4);
    expect(parts.flat().toSorted()).toEqual(files);
    for (const part of parts) {
      const seconds = part.reduce((sum, file) => sum + secondsOf(file), 0);
      expect(seconds).toBeGreaterThan(195);
      expect(seconds).toBeLessThan(215);
    }
    expect(divideFiles(files.toReversed(), nameOf, secondsOf, 4)).toEqual(parts);
  });

  test("leaves machines without work where there are more of them than files", () => {
    expect(divideFiles(["one"], nameOf, () => 1, 3)).toEqual([["one"], [], []]);
  });
});

describe("the seed of the order", () => {
  afterEach(() => vi.unstubAllEnvs());

  test("is that of the environment", () => {
    vi.stubEnv("TEST_ORDER", "12");
    expect(testOrder()).toBe(12);
  });

  test("is one for each commit in CI, and none elsewhere", () => {
    vi.stubEnv("TEST_ORDER", "");
    vi.stubEnv("CI", "true");
    expect(testOrder()).toEqual(expect.any(Number));
    expect(testOrder()).toBe(testOrder());
    vi.stubEnv("CI", "");
    expect(testOrder()).toBeUndefined();
  });

  test.each(["x", "-1", "1.5"])("%s is refused", (text) => {
    vi.stubEnv("TEST_ORDER", text);
    expect(testOrder).toThrow(`TEST_ORDER is ${text}: an integer from 0 is needed`);
  });
});
