import { type TestOptions, test } from "vitest";
import { cases, testSeed } from "./effort.ts";

/** The random numbers that a test begins with, and how many cases it tries. */
export interface RandomRun<Seed extends string | number> {
  readonly seed: Seed;
  readonly count: number;
}

/**
 * A test of random cases. Its name ends with its seed, so that a failure says how to repeat it: `TEST_SEED=7 npm test`.
 *
 * @param options - seed and count with the usual effort; `TEST_SEED` and `TEST_EFFORT` change them
 */
export function randomTest<Seed extends string | number>(
  name: string,
  options: RandomRun<Seed> & TestOptions,
  run: (run: RandomRun<Seed>) => Promise<void> | void,
): void {
  const { seed: usual, count, ...testOptions } = options;
  const seed = testSeed(usual);
  test(`${name} (TEST_SEED=${JSON.stringify(seed)})`, testOptions, () => run({ seed, count: cases(count) }));
}
