import { needsPostgres } from "@ledger/postgres-server";
import { randomTest } from "@ledger/test-run";
import { expect } from "vitest";
import { faultKinds, runFaults } from "../../scripts/fault-run.ts";

const faults = { ...needsPostgres, seed: 20_261_128, count: 25 };
randomTest("a writer continues after faults of all kinds, one after the other", faults, async ({ seed, count }) => {
  const report = await runFaults({ seed, count });
  expect(report.faults).toBe(count);
  expect(report.commits).toBeGreaterThanOrEqual(count);
  expect([...report.byKind.keys()].every((kind) => faultKinds.includes(kind))).toBe(true);
});
