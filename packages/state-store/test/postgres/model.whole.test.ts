import { needsPostgres } from "@ledger/postgres-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runEdge } from "../../scripts/edge-run.ts";
import { runModel } from "../../scripts/model-run.ts";
import { openStorePlaces, type StorePlaces } from "../../scripts/store-places.ts";
import { testedStore } from "../../scripts/tested-store.ts";

// The long versions: pnpm check:model and check:edge with --store postgres or replica.
describe.each(["postgres", "replica"] as const)("a PostgreSQL store, read from a %s", needsPostgres, (kind) => {
  let places: StorePlaces;
  beforeAll(async () => {
    places = await openStorePlaces(kind);
  });
  afterAll(() => places?.close());

  test.each([101, 102, 103])("answers random operations as the memory model does (seed %i)", async (seed) => {
    const tested = testedStore(places.next());
    try {
      const report = await runModel(seed, 1_500, tested);
      expect(report.operations).toBe(1_500);
      expect(Math.min(report.commits, report.prunes, report.reopens)).toBeGreaterThan(0);
    } finally {
      await tested.close();
    }
  });

  test("reads at a moving edge are exact or pruned, from another process", async () => {
    const report = await runEdge(places.next(), 5, 2_000, () => {});
    expect(report.exact + report.pruned).toBeGreaterThanOrEqual(2_000);
    expect(Math.min(report.exact, report.pruned, report.watermarks)).toBeGreaterThanOrEqual(10);
  });
});
