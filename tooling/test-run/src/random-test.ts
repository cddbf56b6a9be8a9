import { test } from "vitest";
import { cases, testSeed } from "./effort.ts";

/** A random test's size and seed with the usual effort. */
export interface RandomTestOptions {
  /** Where the random numbers begin, unless `TEST_SEED` says otherwise. */
  readonly seed: number;
  /** Cases to try; `TEST_EFFORT` multiplies them. */
  readonly count: number;
  /** Limit in milliseconds. */
  readonly timeout?: number;
}

/** What a random test works with. */
export interface RandomRun {
  readonly seed: number;
  readonly count: number;
}

/**
 * A test of random cases. Its name ends with its seed, so that a failure says how to repeat it: `TEST_SEED=7 npm test`.
 *
 * @param name - `%s` in it stands for the number of cases
 */
export function randomTest(
  name: string,
  { seed: usualSeed, count: usualCount, timeout }: RandomTestOptions,
  run: (run: RandomRun) => Promise<void> | void,
): void {
  const seed = testSeed ?? usualSeed;
  const count = cases(usualCount);
  const title = `${name.replace("%s", count.toLocaleString("en"))} (TEST_SEED=${seed})`;
  test(title, timeout === undefined ? {} : { timeout }, () => run({ seed, count }));
}
