import { backoffPause } from "@ledger/kit";
import { expect, test } from "vitest";
import { faultBackoff, type Pacing, parseRetryAfter, systemPacing } from "./pacing.ts";
import { PageSize } from "./page-size.ts";
import { TokenBucket } from "./token-bucket.ts";

test("waits double up to the longest, with jitter below", () => {
  const waits = Array.from({ length: 10 }, (_, i) => backoffPause(faultBackoff, i + 1, () => 1));
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  expect(backoffPause(faultBackoff, 3, () => 0)).toBe(500);
  expect(backoffPause(faultBackoff, 1_000_000, () => 1)).toBe(30_000);
});

test("Retry-After is seconds or a date, and at most two minutes", () => {
  const date = Date.UTC(2026, 0, 1);
  expect(parseRetryAfter("0", date)).toBe(0);
  expect(parseRetryAfter(" 120 ", date)).toBe(120_000);
  expect(parseRetryAfter("99999", date)).toBe(120_000);
  expect(parseRetryAfter("999999999", date)).toBe(120_000);
  expect(parseRetryAfter("Thu, 01 Jan 2026 00:00:30 GMT", date)).toBe(30_000);
  expect(parseRetryAfter("Wed, 31 Dec 2025 00:00:00 GMT", date)).toBe(0);
  for (const value of [null, "", "soon", "-5x"]) expect(parseRetryAfter(value, date)).toBeUndefined();
});

test("a wait ends when it is told to", async () => {
  const stop = new AbortController();
  const started = performance.now();
  setTimeout(() => stop.abort(), 10);
  await systemPacing.sleep(60_000, stop.signal);
  await systemPacing.sleep(60_000, stop.signal);
  expect(performance.now() - started).toBeLessThan(5000);
});

test("requests never exceed the rate, and the rate follows complaints", async () => {
  let now = 0;
  const pacing: Pacing = {
    now: () => now,
    date: () => now,
    random: () => 0,
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
  };
  const bucket = new TokenBucket({ perSecond: 10, burst: 5 }, pacing);
  const { signal } = new AbortController();
  const timesOf = async (count: number): Promise<number> => {
    const started = now;
    for (let i = 0; i < count; i++) await bucket.take(signal);
    return now - started;
  };
  expect(await timesOf(5)).toBe(0);
  expect(await timesOf(20)).toBeCloseTo(2000);
  bucket.slowDown();
  expect(await timesOf(20)).toBeCloseTo(4000);
  for (let i = 0; i < 100; i++) bucket.recover();
  expect(await timesOf(20)).toBeCloseTo(2000);
});

test("pages halve when they are too much, and grow after ten good ones up to what was seen", () => {
  const size = new PageSize(100);
  size.shrink(100);
  size.shrink(100);
  expect(size.limit).toBe(50);
  size.shrink(size.limit);
  for (let i = 0; i < 10; i++) size.grow();
  expect(size.limit).toBe(50);
  size.learnMaximum(30);
  for (let i = 0; i < 30; i++) size.grow();
  expect(size.limit).toBe(30);
  for (let i = 0; i < 20; i++) size.shrink(size.limit);
  expect(size.limit).toBe(1);
  const generous = new PageSize(100, 500);
  const limits = Array.from({ length: 40 }, () => {
    generous.grow();
    return generous.limit;
  });
  expect([...new Set(limits)]).toEqual([100, 200, 400, 500]);
});
