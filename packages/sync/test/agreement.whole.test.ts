import { createMemoryStore } from "@ledger/state-store/memory";
import { StrangerLedger, startStranger, type UpstreamSettings } from "@ledger/stranger";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Agreement, ingest, restSource, type SyncError, startLazily } from "../src/index.ts";
import { fastPacing } from "./support/fast-pacing.ts";

const honest = new StrangerLedger({ seed: 21 }).grow(60);
const forkHeight = 30;
const lastCommon = honest.blocks[forkHeight]!.last;
/** The same ledger up to a block, and from there on another one with every hash right. */
const forged = honest.fork(forkHeight, 22).grow(30);

async function open(ledger: StrangerLedger, changes: Partial<UpstreamSettings> = {}): Promise<string> {
  const upstream = await startStranger(ledger, changes);
  onTestFinished(upstream.close);
  return upstream.url;
}

/** Follows upstreams to their head. */
async function follow(urls: readonly string[], agreement: Agreement, startVersion?: bigint) {
  const store = createMemoryStore();
  const source = restSource({
    upstreams: urls as [string],
    once: true,
    pageRecords: 8,
    pacing: fastPacing(),
    agreement,
  });
  const start = startVersion === undefined ? undefined : startLazily({ source, version: startVersion });
  const outcome = await ingest({ source, store, start }).catch((error: SyncError) => error);
  const summary = await store.summary();
  const oldest = summary?.oldestLedgerVersion ?? 0n;
  const stored = summary === undefined ? [] : await store.listRecords(oldest, 1_000);
  return { outcome, stored, version: summary?.version };
}

const truth = (version: bigint) => honest.records[Number(version)];

describe.each([
  ["from genesis on", undefined],
  ["begun in the middle", honest.blocks[5]!.first],
])("a ledger %s", (_, start) => {
  test.each([
    [-20n, "far behind the fork"],
    [-1n, "right before the fork"],
    [0n, "at the last common version"],
    [1n, "one version into the fork"],
    [12n, "further into the fork"],
    [40n, "further than the liar"],
  ])("takes nothing that the honest upstream has not, with its head %d of the fork: %s", async (offset) => {
    const head = lastCommon + offset;
    const liarHead = lastCommon + 30n;
    const sound = await open(honest, { head });
    const liar = await open(forged, { head: liarHead });
    for (const urls of [
      [liar, sound],
      [sound, liar],
    ]) {
      const { outcome, stored, version } = await follow(urls, "all", start);
      for (const record of stored) expect(record).toEqual(truth(record.version));
      expect(version).toBeLessThanOrEqual(head);
      if (head > lastCommon) expect(outcome).toMatchObject({ code: "diverged", version: lastCommon + 1n });
      // Where there is nothing to tell them apart yet, all of what both have is taken.
      else expect(version).toBe(honest.blocks.findLast(({ last }) => last <= head)!.last);
    }
  });

  test("is held back by nothing when one upstream is enough", async () => {
    const sound = await open(honest, { head: lastCommon });
    const liar = await open(forged, { head: lastCommon + 12n });
    const { version } = await follow([liar, sound], 1, start);
    expect(version).toBeGreaterThan(lastCommon);
  });
});

test("two liars of three cannot make an honest upstream's silence their proof", async () => {
  const liars = [await open(forged, { head: lastCommon + 30n }), await open(forged, { head: lastCommon + 30n })];
  const sound = await open(honest, { head: lastCommon + 2n });
  const { outcome, stored } = await follow([...liars, sound], "all");
  expect(outcome).toMatchObject({ code: "diverged", version: lastCommon + 1n });
  for (const record of stored) expect(record).toEqual(truth(record.version));
});

test("records between two roots that agree are compared where no accumulator connects them", async () => {
  // Every record of the forged part agrees with itself, and the last root of the page is the true one.
  const at = Number(lastCommon) + 3;
  const mixed = honest.fork(forkHeight, 22).grow(30);
  for (let version = at; version < mixed.records.length; version++) mixed.records[version] = honest.records[version]!;
  const liar = await open(mixed, { head: lastCommon + 20n });
  const sound = await open(honest, { head: lastCommon + 20n });
  const { outcome, stored } = await follow([liar, sound], "all", honest.blocks[5]!.first);
  expect(outcome).toMatchObject({ code: "diverged", version: lastCommon + 1n });
  for (const record of stored) expect(record).toEqual(truth(record.version));
});

test("a transaction of an unknown kind is agreed on like any other, also where no accumulator connects the records", async () => {
  const ledger = new StrangerLedger({ seed: 23, unknownEvery: 3 }).grow(30);
  const { outcome, version } = await follow([await open(ledger), await open(ledger)], "all", ledger.blocks[4]!.first);
  expect(outcome).not.toBeInstanceOf(Error);
  expect(version).toBe(ledger.head);
});

test("a ledger that was taken from a liar is not trusted once another upstream has another one", async () => {
  const store = createMemoryStore();
  const [sound, liar] = [await open(honest), await open(forged)];
  await ingest({ source: restSource({ upstreams: [liar], once: true }), store });
  const both = restSource({ upstreams: [liar, sound], once: true });
  await expect(ingest({ source: both, store })).rejects.toMatchObject({ code: "untrusted", version: lastCommon + 1n });
  const other = restSource({ upstreams: [sound], once: true });
  await expect(ingest({ source: other, store })).rejects.toMatchObject({ code: "diverged", version: lastCommon + 1n });
});
