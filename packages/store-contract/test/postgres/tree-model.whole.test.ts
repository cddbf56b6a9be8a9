import { needsPostgres } from "@ledger/postgres-server";
import { openTestDatabase } from "@ledger/postgres-server/open-test-database";
import { randomTest } from "@ledger/test-run";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { openStorePlaces, type StorePlaces } from "../../scripts/store-places.ts";
import { crashTrees } from "../../scripts/tree-crash-run.ts";
import { runTreeModels } from "../../scripts/tree-model-run.ts";

// More of them, from another seed: pnpm check tree.
describe("a state tree on PostgreSQL", needsPostgres, () => {
  let places: StorePlaces;
  beforeAll(async () => {
    places = await openStorePlaces("postgres", await openTestDatabase());
  });
  afterAll(() => places?.close());

  const model = { seed: 36, count: 30 };
  randomTest("proves what the one in memory proves, at every block", model, async ({ seed, count }) => {
    const report = await runTreeModels(seed, count, places.next);
    expect(report.proofs).toBeGreaterThan(100 * count);
    expect(Math.min(report.prunes, report.restarts)).toBeGreaterThan(1);
  });

  const kills = { seed: 37, count: 2 };
  randomTest("is whole, and goes on, when its writer is killed", kills, async ({ seed, count }) => {
    const trees = await crashTrees({ seed, count, next: places.next });
    for (const versions of trees) expect(versions).toEqual([...new Set(versions)].sort((a, b) => (a < b ? -1 : 1)));
    expect(trees.flat().length).toBe(count - Math.floor(count / 4));
  });
});
