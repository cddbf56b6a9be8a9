import { expect, test } from "vitest";
import { GenerationCache } from "./generation-cache.ts";

test("keeps what is used, forgets what is not, and never more than two generations", () => {
  const cache = new GenerationCache<number, { readonly value: number }>(10);
  for (let i = 0; i < 100; i++) {
    cache.set(i, { value: i });
    expect(cache.get(0)).toEqual({ value: 0 });
  }
  const kept = Array.from({ length: 100 }, (_, i) => cache.get(i)).filter((entry) => entry !== undefined);
  expect(kept.length).toBeLessThanOrEqual(21);
  expect(cache.get(99)).toEqual({ value: 99 });
  expect(cache.get(50)).toBeUndefined();
});
