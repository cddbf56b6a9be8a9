import { createMemoryStore } from "@ledger/state-store/memory";
import { createValidators, join, newEpochEvent, StrangerLedger, startStranger } from "@ledger/stranger";
import { expect, onTestFinished, test } from "vitest";
import { ingest, restSource } from "../src/index.ts";

const userTransaction = 0;

function makeLedger(): StrangerLedger {
  return new StrangerLedger({ seed: 71, blocksPerEpoch: 5, validators: createValidators(1) }).grow(14);
}

/** Follows a ledger with events that nothing proves, and stops and goes on after every block. */
async function follow(ledger: StrangerLedger) {
  const upstream = await startStranger(ledger);
  onTestFinished(upstream.close);
  const store = createMemoryStore();
  const warnings: string[] = [];
  for (let before: bigint | undefined = -1n; before !== store.summary()?.version; ) {
    before = store.summary()?.version;
    const stop = new AbortController();
    await ingest({
      source: restSource({ upstreams: [upstream.url], once: true }),
      store,
      eventRoots: "warn",
      batchRecords: 1,
      signal: stop.signal,
      onWarning: ({ kind }) => warnings.push(kind),
      onProgress: () => stop.abort(),
    });
  }
  return { summary: store.summary(), warnings };
}

test("an epoch that an upstream invents does not stop the follower", async () => {
  const ledger = makeLedger();
  const at = ledger.records.findIndex(({ transaction }) => transaction[0] === userTransaction);
  const { events } = ledger.records[at]!;
  const forged = join(Uint8Array.of(events[0]! + 1), events.subarray(1), newEpochEvent(77n));
  ledger.records[at] = { ...ledger.records[at]!, events: forged };
  const { summary, warnings } = await follow(ledger);
  expect(summary).toMatchObject({ version: ledger.head, epoch: ledger.blocks.at(-1)!.epoch });
  expect(warnings).toContain("event_root");
});

test("an epoch whose event is withheld begins all the same: the state says it", async () => {
  const ledger = makeLedger();
  const ends = ledger.blocks.filter(({ nextValidators, first }) => nextValidators !== undefined && first > 0n);
  expect(ends.length).toBeGreaterThan(1);
  for (const { first, last } of ends) {
    for (let version = Number(first); version <= Number(last); version++) {
      ledger.records[version] = { ...ledger.records[version]!, events: Uint8Array.of(0) };
    }
  }
  const { summary } = await follow(ledger);
  expect(summary).toMatchObject({ version: ledger.head, epoch: ledger.blocks.at(-1)!.epoch });
});
