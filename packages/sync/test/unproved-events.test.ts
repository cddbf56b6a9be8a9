import { createMemoryStore } from "@ledger/state-store/memory";
import { createValidators, join, newEpochEvent, StrangerLedger, startStranger } from "@ledger/stranger";
import { expect, onTestFinished, test } from "vitest";
import { ingest, restSource } from "../src/index.ts";

function makeLedger(): StrangerLedger {
  return new StrangerLedger({ seed: 71, blocksPerEpoch: 5, validators: createValidators(1) }).grow(14);
}

/** Follows a ledger with events that nothing proves, at one go or stopping after every block. */
async function follow(ledger: StrangerLedger, how: "at one go" | "with stops") {
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
      onProgress: () => how === "with stops" && stop.abort(),
    });
  }
  return { summary: store.summary(), warnings };
}

const ways = ["at one go", "with stops"] as const;

test.each(ways)("an epoch that an upstream invents does not stop the follower, %s", async (how) => {
  const ledger = makeLedger();
  // The last record of a block is also what a follower that starts again reads.
  const at = Number(ledger.blocks.find(({ nextValidators }) => nextValidators === undefined)!.last);
  const { events } = ledger.records[at]!;
  const forged = join(Uint8Array.of(events[0]! + 1), events.subarray(1), newEpochEvent(77n));
  ledger.records[at] = { ...ledger.records[at]!, events: forged };
  const { summary, warnings } = await follow(ledger, how);
  expect(summary).toMatchObject({ version: ledger.head, epoch: ledger.blocks.at(-1)!.epoch });
  expect(warnings).toContain("event_root");
});

test.each(ways)("an epoch whose event is withheld begins all the same: the state says it, %s", async (how) => {
  const ledger = makeLedger();
  const ends = ledger.blocks.filter(({ nextValidators, first }) => nextValidators !== undefined && first > 0n);
  expect(ends.length).toBeGreaterThan(1);
  for (const { first, last } of ends) {
    for (let version = Number(first); version <= Number(last); version++) {
      ledger.records[version] = { ...ledger.records[version]!, events: Uint8Array.of(0) };
    }
  }
  const { summary } = await follow(ledger, how);
  expect(summary).toMatchObject({ version: ledger.head, epoch: ledger.blocks.at(-1)!.epoch });
});
