import { demoBlocks } from "@ledger/demo-ledger";
import { needsPostgres } from "@ledger/postgres-server";
import { expect, test } from "vitest";
import { compareStores } from "./compare-stores.ts";

// The long form is check/stores.ts: 10,000 blocks.
test("a file, a PostgreSQL server and its replica answer the same bytes", {
  ...needsPostgres,
  timeout: 300_000,
}, async () => {
  const { compared, statuses, templates } = await compareStores({
    blocks: demoBlocks,
    count: 400,
    seed: 20_261_122,
  });
  expect(compared).toBe(400);
  expect(statuses.get(200)).toBeGreaterThan(40);
  expect(statuses.get(404)).toBeGreaterThan(5);
  expect(templates.size).toBeGreaterThan(25);
});
