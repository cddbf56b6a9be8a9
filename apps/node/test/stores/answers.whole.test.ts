import { demoBlocks } from "@ledger/demo-ledger";
import { needsPostgres } from "@ledger/postgres-server";
import { openTestDatabase } from "@ledger/postgres-server/open-test-database";
import { randomTest } from "@ledger/test-run";
import { cases, testEffort } from "@ledger/test-run/effort";
import { expect } from "vitest";
import { compareStores } from "./compare-stores.ts";

// More of them, and a longer ledger: pnpm check stores.
const options = { ...needsPostgres, seed: 20_261_122, count: 400 };
randomTest("a file, a PostgreSQL server and its replica answer the same bytes", options, async ({ seed, count }) => {
  const { compared, statuses, templates } = await compareStores({
    // Those of the demonstration are there already.
    blocks: testEffort > 1 ? cases(400) : demoBlocks,
    count,
    seed,
    database: await openTestDatabase(),
  });
  expect(compared).toBe(count);
  expect(statuses.get(200)).toBeGreaterThan(40);
  expect(statuses.get(404)).toBeGreaterThan(5);
  expect(templates.size).toBeGreaterThan(25);
});
