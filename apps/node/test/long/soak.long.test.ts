import { cases, testSeed } from "@ledger/test-run/effort";
import { beforeAll, describe, expect, test } from "vitest";
import { runSoak, type SoakReport } from "./soak/run-soak.ts";

const seconds = cases(30);
const seed = testSeed(20_261_128);

/** MiB. The database may outgrow its budget between two prunes. */
const bounds = { log: 80, resident: 700, diskBudget: 32, database: 48 } as const;

describe(`a node that serves, follows and prunes while everything around it fails, TEST_SEED=${seed}`, () => {
  let report: SoakReport;
  beforeAll(async () => {
    report = await runSoak({ seconds, seed, clients: 6, diskBudget: bounds.diskBudget });
  });

  test("answers as a node that nothing happens to", () => {
    expect(report.wrong).toEqual([]);
    expect(report.right).toBeGreaterThan(0);
  });

  test("has lost processes and answers of its upstream meanwhile", () => {
    expect(report.kills).toBeGreaterThan(0);
    expect(report.upstreamFaults).toBeGreaterThan(0);
    // Two restarts are at most 68 seconds apart.
    if (seconds > 70) expect(report.restarts).toBeGreaterThan(0);
  });

  test("keeps its log, its database and its memory small", () => {
    expect(report.peaks.log).toBeLessThanOrEqual(bounds.log);
    expect(report.peaks.database).toBeLessThanOrEqual(bounds.database);
    expect(report.peaks.resident).toBeLessThanOrEqual(bounds.resident);
  });

  test("ends in order", () => expect(report.exitCode).toBe(0));
});
