import { createMemoryStore } from "@ledger/state-store/memory";
import { pageBcs, StrangerLedger, startStranger } from "@ledger/stranger";
import { expect, onTestFinished, test } from "vitest";
import { ingest, restSource, type UpstreamEvent } from "../src/index.ts";
import { fastPacing } from "./support/fast-pacing.ts";

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

test("a page with bytes after its last record is refused as a whole, and asked for again", async () => {
  const ledger = new StrangerLedger({ seed: 2 }).grow(20);
  let spoiled = 0;
  const upstream = await startStranger(ledger, {
    intercept: (request, reply) => {
      if (request.kind !== "page" || spoiled === 3) return reply;
      spoiled += 1;
      const page = ledger.records.slice(Number(request.start), Number(request.start) + request.limit);
      return { ...reply, body: Uint8Array.of(...pageBcs(page), 0) };
    },
  });
  onTestFinished(upstream.close);
  const store = createMemoryStore();
  const faults: UpstreamEvent[] = [];
  const source = restSource({
    upstreams: [upstream.url],
    once: true,
    parallel: 1,
    pacing: fastPacing(),
    onEvent: (event) => faults.push(event),
  });
  expect(await ingest({ source, store })).toMatchObject({ version: ledger.head, ended: "source_ended" });
  expect(faults.map(({ version, reason }) => `${version}: ${reason}`)).toEqual(
    Array.from({ length: 3 }, () => "0: its answer has 1 bytes after the last record"),
  );
});
