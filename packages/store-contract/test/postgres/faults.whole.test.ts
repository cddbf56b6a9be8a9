import { needsPostgres } from "@ledger/postgres-server";
import { randomTest } from "@ledger/test-run";
import { expect } from "vitest";
import { faultKinds, runFaults } from "../../scripts/fault-run.ts";

// More of them, from another seed: pnpm check postgres.
for (const kind of faultKinds) {
  const options = { ...needsPostgres, seed: 20_261_122, count: kind.startsWith("cut") ? 2 : 1 };
  randomTest(`a writer continues after: ${kind}`, options, async ({ seed, count }) => {
    const report = await runFaults({ seed, count, kinds: [kind] });
    expect(report.faults).toBe(count);
    expect(report.commits).toBeGreaterThanOrEqual(count);
  });
}
