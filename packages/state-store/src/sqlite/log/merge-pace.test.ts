import { expect, test } from "vitest";
import { MergePace } from "./merge-pace.ts";

/** Commits of 100 writes each; each tells what its merge was given. */
function commits(pace: MergePace, clock: { now: number }) {
  return (ownMs: number, mergeMs: number): number => {
    pace.begin();
    clock.now += ownMs;
    const given = pace.deadline(100) - clock.now;
    clock.now += Math.min(mergeMs, given * 1.5);
    pace.end(100);
    return given;
  };
}

test("the first commit merges nothing, and later ones take little longer than usual", () => {
  const clock = { now: 1_000 };
  const commit = commits(new MergePace(() => clock.now), clock);
  expect(commit(60, 30)).toBe(0);
  for (let i = 0; i < 200; i++) {
    const before = clock.now;
    commit(30, 30);
    expect(clock.now - before).toBeLessThanOrEqual(60);
  }
  // Now 60 ms are usual: 30 of its own, 30 for the merge.
  expect(commit(30, 30)).toBeCloseTo((1.15 * 60 - 30) * (2 / 3), 1);
  // A commit that was held up merges less, one that has used up its time nothing.
  expect(commit(60, 30)).toBeLessThan(10);
  expect(commit(80, 30)).toBe(0);
});

test("blocks of other sizes get their share", () => {
  const clock = { now: 0 };
  const pace = new MergePace(() => clock.now);
  for (let i = 0; i < 100; i++) {
    pace.begin();
    clock.now += 10;
    pace.end(100);
  }
  pace.begin();
  expect(pace.deadline(1_000) - clock.now).toBeCloseTo(1.15 * 100 * (2 / 3), 1);
});
