import { createMemoryStore } from "@ledger/state-store/memory";
import { join, StrangerLedger, startStranger, u64 } from "@ledger/stranger";
import { expect, onTestFinished, test } from "vitest";
import { ingest, restSource, verifyLedger } from "../src/index.ts";

test("a ledger kept with rewritten events is verified on request, and their number is said", async () => {
  const ledger = new StrangerLedger({ seed: 61 }).grow(12);
  const at = ledger.records.findIndex(({ transaction }) => transaction[0] === 0);
  const record = ledger.records[at]!;
  // The counter at the end of the event's data is another one.
  ledger.records[at] = { ...record, events: join(record.events.subarray(0, -8), u64(999)) };
  const upstream = await startStranger(ledger);
  onTestFinished(upstream.close);
  const store = createMemoryStore();
  await ingest({ source: restSource({ upstreams: [upstream.url], once: true }), store, eventRoots: "warn" });
  await expect(verifyLedger(store)).rejects.toMatchObject({ code: "hash_mismatch", version: BigInt(at) });
  expect(await verifyLedger(store, { eventRoots: "warn" })).toMatchObject({ unprovedEvents: 1, version: ledger.head });
});
