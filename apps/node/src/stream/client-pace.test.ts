import { expect, test } from "vitest";
import { ClientPace } from "./client-pace.ts";
import { streamLimits } from "./limits.ts";

const { clientBytes } = streamLimits;

test("a client has a second's bytes at once, and then as many in each second", () => {
  const pace = new ClientPace();
  let now = 1_000_000;
  pace.note("a", clientBytes, now);
  expect(pace.waitOf("a", now)).toBe(0);
  let handed = 0;
  const end = now + 10_000;
  while (now < end) {
    pace.note("a", 64 * 1024, now);
    handed += 64 * 1024;
    now += pace.waitOf("a", now);
  }
  expect(handed / clientBytes).toBeCloseTo(10, 1);
  expect(pace.waitOf("b", now)).toBe(0);
});

test("what was not taken is not saved up", () => {
  const pace = new ClientPace();
  pace.note("a", clientBytes, 1_000_000);
  pace.note("a", 2 * clientBytes, 9_000_000);
  expect(pace.waitOf("a", 9_000_000)).toBe(1_000);
});
