import { needsPostgres } from "@ledger/postgres-server";
import { openTestDatabase } from "@ledger/postgres-server/open-test-database";
import { randomTest } from "@ledger/test-run";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { openStorePlaces, type StorePlaces } from "../../scripts/store-places.ts";
import { testedStore } from "../../scripts/tested-store.ts";
import { crashTreeOnce } from "../../scripts/tree-crash-run.ts";
import { TreeLedger } from "../../scripts/tree-ledger.ts";
import { runTreeModel } from "../../scripts/tree-model-run.ts";

// The long versions: pnpm check:tree --store postgres.
describe("a state tree on PostgreSQL", needsPostgres, () => {
  let places: StorePlaces;
  beforeAll(async () => {
    places = await openStorePlaces("postgres", await openTestDatabase());
  });
  afterAll(() => places?.close());

  const model = { seed: 36, count: 80 };
  randomTest("proves what the one in memory proves, at every block", model, async ({ seed, count }) => {
    const report = await runTreeModel(seed, count, places.next());
    expect(report.proofs).toBeGreaterThan(100 * count);
    expect(Math.min(report.prunes, report.restarts)).toBeGreaterThan(1);
  });

  const kills = { seed: 37, count: 6 };
  randomTest("is whole, and goes on, when its writer is killed", kills, async ({ seed, count }) => {
    const place = places.next();
    const ledger = await testedStore(place).open();
    await ledger.commit(new TreeLedger(seed).batch(0));
    await ledger.close();
    let last = -1n;
    for (let i = 0; i < count; i++) {
      const version = await crashTreeOnce({ place, seed, work: "grow" }, { afterMs: (i * 53) % 150 });
      expect(version).toBeGreaterThan(last);
      last = version;
    }
  });
});
