import { cases } from "@ledger/test-run/effort";
import { needs } from "@ledger/test-run/needs";
import { beforeAll, describe, expect, test } from "vitest";
import { type LoadReport, runLoad } from "./load/run-load.ts";

const seconds = cases(30);

/** For what shows after a while only. */
const needsTime = needs("two minutes of load (TEST_EFFORT=4)", seconds >= 120);

/** Milliseconds that 99 of 100 turns of the event loop must stay below, and growth of memory within a quarter of the time that is noise. */
const bounds = { loopDelay: 50, growth: 0.05 } as const;

describe("a thousand connections to a node that takes blocks in and prunes", () => {
  let report: LoadReport;
  beforeAll(async () => {
    report = await runLoad(seconds, 1_000);
  });

  test("are all answered", () => {
    expect(report.failures).toEqual([]);
    expect(report.answers).toBeGreaterThan(0);
  });

  test("are told that the node is busy at most once in a hundred times", () => {
    expect(report.refused).toBeLessThanOrEqual(report.answers / 100);
  });

  test("do not hold up its event loop", () => {
    expect(report.loopDelay).toBeLessThan(bounds.loopDelay * report.slowness);
  });

  test("do not make its memory grow", needsTime, () => {
    expect(report.growth).toBeLessThan(bounds.growth);
  });

  test("do not keep it from pruning", needsTime, () => {
    expect(report.oldestVersion).toBeGreaterThan(0n);
  });

  test("leave it without a fault", () => {
    expect(report.exitCode).toBe(0);
    expect(report.output).not.toContain("ERROR");
  });
});
