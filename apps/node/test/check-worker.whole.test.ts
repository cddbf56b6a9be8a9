import { createCheckPool } from "@ledger/sync/node";
import { buildChain } from "@ledger/sync/testing";
import { expect, test } from "vitest";

test("the bundled program of the threads checks records", async () => {
  const { records } = buildChain(20);
  await using checkPool = createCheckPool({ threads: 1, program: new URL("../dist/check-worker.js", import.meta.url) });
  const checked = await checkPool.checkRecords(records, { eventRoots: "strict" });
  expect(checked.map(({ record }) => record)).toEqual(records);
});
