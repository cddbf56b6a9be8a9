import { needsPostgres } from "@ledger/postgres-server";
import { expect, test } from "vitest";
import { faultKinds, runFaults } from "../../scripts/fault-run.ts";

// The long version: pnpm check:postgres.
test.each(faultKinds)("a writer goes on after: %s", { ...needsPostgres, timeout: 180_000 }, async (kind) => {
  const count = kind.startsWith("cut") ? 7 : 2;
  const report = await runFaults({ seed: 20_261_122, count, kinds: [kind] });
  expect(report.faults).toBe(count);
  expect(report.commits).toBeGreaterThanOrEqual(count);
});
