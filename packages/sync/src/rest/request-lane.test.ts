import { expect, test } from "vitest";
import type { Pacing } from "./pacing.ts";
import { RequestLane, stateBackoff } from "./request-lane.ts";

/** A lane whose clock stands until it is moved. */
function createLane() {
  const clock = { time: 1_000 };
  const pacing: Pacing = {
    now: () => clock.time,
    random: () => 0.5,
    sleep: async () => undefined,
    date: () => clock.time,
  };
  return { clock, lane: new RequestLane({ perSecond: 1_000, burst: 1_000 }, stateBackoff, pacing) };
}

test("faults of requests that were under way together count as one", () => {
  const { clock, lane } = createLane();
  const beganAt = lane.now();
  clock.time += 15_000;
  const wait = lane.fail(undefined, beganAt);
  clock.time += 1;
  for (let i = 0; i < 20; i++) expect(lane.fail(undefined, beganAt)).toBeLessThan(wait);
  expect(lane.failures).toBe(1);
  clock.time += wait;
  lane.fail(undefined, lane.now());
  expect(lane.failures).toBe(2);
});

test("an upstream that has answered since is not left alone for a question that it is slow to answer", () => {
  const { clock, lane } = createLane();
  const beganAt = lane.now();
  clock.time += 10_000;
  lane.succeed();
  clock.time += 5_000;
  expect(lane.fail(undefined, beganAt)).toBe(0);
  expect(lane.waitMs).toBe(0);
  expect(lane.fail(undefined, lane.now())).toBeGreaterThan(0);
});
