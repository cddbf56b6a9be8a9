import { needsPostgres } from "@ledger/postgres-server";
import { openTestDatabase } from "@ledger/postgres-server/open-test-database";
import { randomTest } from "@ledger/test-run";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { runEdge } from "../../scripts/edge-run.ts";
import { runModels } from "../../scripts/model-run.ts";
import { openStorePlaces, type StorePlaces } from "../../scripts/store-places.ts";
import { testedStore } from "../../scripts/tested-store.ts";

// More of them, from another seed: pnpm check model, pnpm check edge.
describe.each(["postgres", "replica", "shards"] as const)(
  "a PostgreSQL store, read from: %s",
  needsPostgres,
  (kind) => {
    let places: StorePlaces;
    beforeAll(async () => {
      places = await openStorePlaces(kind, await openTestDatabase());
    });
    afterAll(() => places?.close());

    for (const usual of [101, 102, 103]) {
      const name = `answers random operations as the memory model does, ${usual - 100} of 3`;
      randomTest(name, { seed: usual, count: 750 }, async ({ seed, count }) => {
        const report = await runModels(seed + 1_000 * usual, count, () => testedStore(places.next()));
        expect(report.operations).toBe(count);
        expect(Math.min(report.commits, report.prunes, report.reopens)).toBeGreaterThan(0);
      });
    }

    const edge = { seed: 5, count: 1_000 };
    randomTest("reads at a moving edge are exact or pruned, from another process", edge, async ({ seed, count }) => {
      const report = await runEdge(places.next(), seed, count);
      expect(report.exact + report.pruned).toBeGreaterThanOrEqual(count);
      expect(Math.min(report.exact, report.pruned, report.watermarks)).toBeGreaterThanOrEqual(10);
    });
  },
);
