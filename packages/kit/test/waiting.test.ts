import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { Backoff, backoffPause, Limiter, LimiterByName } from "../src/index.ts";

test("pauses double up to the longest, and begin again after a success or a steady try", () => {
  const backoff = new Backoff({ first: 100, longest: 500 }, 10_000);
  expect([backoff.fail(), backoff.fail(), backoff.fail(), backoff.fail()]).toEqual([100, 200, 400, 500]);
  expect(backoff.failures).toBe(4);
  expect(backoff.fail(9_999)).toBe(500);
  expect(backoff.fail(10_000)).toBe(100);
  backoff.succeed();
  expect(backoff.failures).toBe(0);
  for (let i = 0; i < 2_000; i++) backoff.fail();
  expect(backoff.fail()).toBe(500);
});

test("of a pause with jitter chance decides a part", () => {
  const times = { first: 100, longest: 1_000, jitter: 0.5 };
  expect(backoffPause(times, 1, () => 0)).toBe(50);
  expect(backoffPause(times, 2, () => 0.5)).toBe(150);
  expect(backoffPause({ ...times, jitter: 1 }, 50, () => 0)).toBe(0);
});

test("work begins in its order, a bounded number of pieces at a time, and a failure passes the turn on", async () => {
  const limiter = new Limiter(2, { mostWaiting: 3 });
  const begun: number[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const work = (id: number) => () => {
    begun.push(id);
    ends[id] = Promise.withResolvers();
    return ends[id].promise;
  };
  const all = [0, 1, 2, 3, 4].map((id) => limiter.run(work(id)));
  await expect(limiter.run(work(5))).rejects.toThrow(RangeError);
  await setImmediate();
  expect(begun).toEqual([0, 1]);
  ends[1]!.reject(new Error("broken"));
  await expect(all[1]).rejects.toThrow("broken");
  await setImmediate();
  expect(begun).toEqual([0, 1, 2]);
  for (const id of [0, 2]) ends[id]!.resolve();
  await setImmediate();
  for (const id of [3, 4]) ends[id]!.resolve();
  await Promise.all([all[0], all[2], all[3], all[4]]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});

test("work of one name runs in turn, that of others side by side", async () => {
  const limiter = new LimiterByName();
  const begun: string[] = [];
  const end = Promise.withResolvers<void>();
  const run = (name: string, id: string) =>
    limiter.run(name, () => {
      begun.push(id);
      return end.promise;
    });
  const all = [run("a", "a1"), run("a", "a2"), run("b", "b1")];
  await setImmediate();
  expect(begun).toEqual(["a1", "b1"]);
  end.resolve();
  await Promise.all(all);
  expect(begun).toEqual(["a1", "b1", "a2"]);
});
