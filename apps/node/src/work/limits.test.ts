import { expect, test } from "vitest";
import { shareOf, withClientShare, workLimits } from "./limits.ts";

test("a client's share of the limits grows and shrinks with the option, and never beyond the limits of all", () => {
  const { compute } = workLimits;
  expect(withClientShare(compute, 50)).toEqual(compute);
  expect(withClientShare(compute, 100)).toMatchObject({
    ...{ running: 32, runningOfClient: 4, runningWhileQuick: 32 },
    ...{ waiting: 2_048, waitingOfClient: 2_048, awayOfClient: 128 },
  });
  expect(withClientShare(compute, 1)).toMatchObject({ runningOfClient: 1, runningWhileQuick: 1, waitingOfClient: 20 });
  expect(shareOf(32, 64, 25)).toBe(16);
});
