import { expect, test } from "vitest";
import { LruCache } from "../src/index.ts";

test("keeps what is used, forgets what is not, and never more than the limit", () => {
  const cache = new LruCache<number, string>(20);
  for (let i = 0; i < 100; i++) {
    cache.set(i, `value ${i}`);
    expect(cache.get(0)).toBe("value 0");
    expect(cache.size).toBeLessThanOrEqual(20);
  }
  expect(cache.get(99)).toBe("value 99");
  expect(cache.get(50)).toBeUndefined();
});

test("heavy entries push out light ones, and one above the limit is not kept", () => {
  const cache = new LruCache<string, number>(10);
  cache.set("a", 1, 4);
  cache.set("b", 2, 4);
  expect(cache.get("a")).toBe(1);
  cache.set("c", 3, 6);
  expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual([1, undefined, 3]);
  cache.set("d", 4, 11);
  expect([cache.get("c"), cache.get("d")]).toEqual([3, undefined]);
  cache.set("c", 5, 10);
  expect([cache.get("a"), cache.get("c"), cache.size]).toEqual([undefined, 5, 1]);
});
