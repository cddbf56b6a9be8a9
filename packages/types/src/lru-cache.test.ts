import { expect, test } from "vitest";
import { LruCache } from "./lru-cache.ts";

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

test("forgets in the order of the last use, whatever is done", () => {
  const limit = 12;
  const cache = new LruCache<number, number>(limit);
  /** Keys with values and weights, the one that was used last at the end. */
  let model: [key: number, value: number, weight: number][] = [];
  const without = (key: number) => model.filter(([other]) => other !== key);
  const weigh = () => model.reduce((sum, [, , weight]) => sum + weight, 0);
  let seed = 7;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >> 8) % below;
  };
  for (let step = 0; step < 20_000; step++) {
    const key = random(16);
    const action = random(8);
    if (action === 0) {
      cache.delete(key);
      model = without(key);
    } else if (action < 4) {
      const weight = random(limit + 2);
      cache.set(key, step, weight);
      model = weight > limit ? without(key) : [...without(key), [key, step, weight]];
      while (weigh() > limit) model.shift();
    } else {
      const known = model.find(([other]) => other === key);
      expect(cache.get(key)).toBe(known?.[1]);
      if (known !== undefined) model = [...without(key), known];
    }
    expect([cache.size, cache.weight]).toEqual([model.length, weigh()]);
  }
});
