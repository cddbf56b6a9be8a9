import { cases } from "@ledger/test-run/effort";
import fc from "fast-check";
import { expect, test } from "vitest";
import { KeyCache } from "./key-cache.ts";

test("remembers and forgets as a map does", () => {
  const key = fc.oneof(fc.uint8Array({ maxLength: 3 }), fc.uint8Array({ minLength: 60, maxLength: 64 }));
  const step = fc.record({ key, id: fc.integer({ min: 0, max: 2 ** 47 - 1 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const cache = new KeyCache();
      const map = new Map<string, number>();
      for (const one of steps) {
        cache.set(one.key, one.id);
        map.set(one.key.join(), one.id);
        for (const other of steps) expect(cache.get(other.key)).toBe(map.get(other.key.join()) ?? 0);
      }
    }),
    { numRuns: cases(50) },
  );
});

test("never gives a wrong id, however many keys pass through", () => {
  const cache = new KeyCache();
  const keyOf = (i: number) => Uint8Array.of(i, i >> 8, i >> 16, 7, ...new Uint8Array(i % 5));
  for (let i = 1; i <= 300_000; i++) cache.set(keyOf(i), i);
  let known = 0;
  for (let i = 1; i <= 300_000; i++) {
    const id = cache.get(keyOf(i));
    if (id === 0) continue;
    expect(id).toBe(i);
    known++;
  }
  expect(cache.get(keyOf(300_000))).toBe(300_000);
  expect(known).toBeGreaterThan(30_000);
  cache.clear();
  expect(cache.get(keyOf(300_000))).toBe(0);
});
