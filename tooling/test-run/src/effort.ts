/** Multiplies the cases of random and long tests: `TEST_EFFORT`, 1 by default. */
export const testEffort: number = readEffort(process.env.TEST_EFFORT);

/** Cases for a random or long test. @param count - with the usual effort; at least one is returned */
export function cases(count: number): number {
  return Math.max(1, Math.round(count * testEffort));
}

/** Seed of a random test: `TEST_SEED`, or else the test's usual one. @throws RangeError where a number is needed */
export function testSeed<Seed extends string | number>(usual: Seed): Seed {
  const text = process.env.TEST_SEED;
  if (text === undefined || text === "") return usual;
  if (typeof usual === "string") return text as Seed;
  const seed = Number(text);
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new RangeError(`TEST_SEED is ${text}: an integer from 0 is needed`);
  return seed as Seed;
}

function readEffort(text = "1"): number {
  const effort = Number(text);
  if (!(effort > 0 && effort <= 10_000)) throw new RangeError(`TEST_EFFORT is ${text}: a number above 0 is needed`);
  return effort;
}
