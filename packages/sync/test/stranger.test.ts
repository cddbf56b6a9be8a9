import { createMemoryStore } from "@ledger/state-store/memory";
import { StrangerLedger, startStranger } from "@ledger/stranger";
import { expect, onTestFinished, test } from "vitest";
import { ingest, restSource } from "../src/index.ts";

test("a ledger that somebody else made is followed and verified, with every state root", async () => {
  const ledger = new StrangerLedger({ seed: 1, blocksPerEpoch: 9, unknownEvery: 7 }).grow(40);
  const upstream = await startStranger(ledger);
  onTestFinished(upstream.close);
  const store = createMemoryStore();
  const source = restSource({ upstreams: [upstream.url], once: true, pageRecords: 13 });
  const report = await ingest({ source, store, stateRoots: "every_block" });
  expect(report).toMatchObject({ version: ledger.head, ended: "source_ended" });
  const stored = await store.listRecords(0n, ledger.records.length);
  expect(stored).toEqual(ledger.records);
});
