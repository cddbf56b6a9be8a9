import { cases } from "@ledger/test-run/effort";
import { expect, test } from "vitest";
import { createApi } from "../src/index.ts";
import { checkTraces } from "./support/check-traces.ts";
import { openDemoStore } from "./support/demo-store.ts";

test("the gas of every trace of a long demonstration adds up to what was used", async () => {
  const store = await openDemoStore(cases(100));
  const { traced, failed, faults } = await checkTraces(createApi({ store }));
  expect(faults).toEqual([]);
  expect(traced).toBeGreaterThan(cases(100) / 2);
  expect(failed).toBeGreaterThan(0);
  await store.close();
});
