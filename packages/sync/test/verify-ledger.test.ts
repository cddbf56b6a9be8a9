import type { LedgerReader } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { bytesEqual, type HashValue, stateWrites, WriteSet } from "@ledger/types";
import { expect, test } from "vitest";
import { ingest, verifyLedger } from "../src/index.ts";
import { buildChain } from "../src/testing/index.ts";
import { arraySource } from "./support/array-source.ts";
import { stores } from "./support/stores.ts";

const chain = buildChain(80, { blocksPerEpoch: 30 });
const head = chain.records.at(-1)!.version;

test.each(stores)("a whole ledger in the %s store is proved from genesis to the head", async (_, open) => {
  const store = await open();
  await ingest({ source: arraySource(chain.records, 50), store });
  const proof = await verifyLedger(store, { waypoint: chain.waypoint });
  expect(proof).toMatchObject({
    oldestVersion: 0n,
    chainedFrom: 0n,
    version: head,
    records: chain.records.length,
    blocks: 81,
    fromGenesis: true,
    waypoint: "matched",
    opaqueTransactions: 0,
  });
  expect(proof.accumulatorRoot).toEqual(chain.records.at(-1)!.accumulatorRoot);
  expect(proof.stateItems).toBeGreaterThan(400);
});

test.each(stores)(
  "the state where a pruned ledger in the %s store begins has the root of its record",
  async (_, open) => {
    const store = await open();
    await ingest({ source: arraySource(chain.records, 50), store, batchRecords: 20 });
    const target = { stateVersion: head - 50n, ledgerVersion: head - 100n };
    while (!(await store.prune(target, 10_000)).done);
    const { oldestState } = await verifyLedger(store);
    expect(oldestState).toBeGreaterThanOrEqual(head - 50n);
    expect(oldestState).toBeLessThan(head);
    const changed = lying(store, {
      listState: async (query) => {
        const page = await store.listState(query);
        if (query.version !== oldestState) return page;
        return { ...page, entries: page.entries.slice(1) };
      },
    });
    await expect(verifyLedger(changed)).rejects.toMatchObject({ field: "state_checkpoint_hash", version: oldestState });
  },
);

test.each(stores)("a pruned ledger in the %s store is proved as far as it is kept", async (_, open) => {
  const store = await open();
  await ingest({ source: arraySource(chain.records, 50), store, batchRecords: 20 });
  const target = { stateVersion: head - 50n, ledgerVersion: head - 100n };
  while (!(await store.prune(target, 10_000)).done);
  const proof = await verifyLedger(store);
  expect(proof).toMatchObject({ version: head, fromGenesis: false, waypoint: "none" });
  expect(proof.oldestVersion).toBeGreaterThan(0n);
  expect(proof.chainedFrom).toBeGreaterThanOrEqual(proof.oldestVersion);
  expect(proof.chainedFrom).toBeLessThan(head);
  expect(await verifyLedger(store, { waypoint: chain.waypoint })).toMatchObject({ waypoint: "not_kept" });
});

/** A reader in which one answer is another than the stored one. */
function lying(store: LedgerReader, lies: Partial<LedgerReader>): LedgerReader {
  return new Proxy(store, {
    get(target, name, receiver) {
      const lie = lies[name as keyof LedgerReader];
      const value = lie ?? Reflect.get(target, name, receiver);
      return typeof value === "function" ? value.bind(lie === undefined ? target : undefined) : value;
    },
  });
}

test("a store that was changed is found out", async () => {
  const store = createMemoryStore();
  await ingest({ source: arraySource(chain.records, 50), store });
  const flip = (bytes: Uint8Array): Uint8Array => bytes.with(0, bytes[0]! ^ 1) as Uint8Array;

  const changedRecord = lying(store, {
    listRecords: async (start, limit) =>
      (await store.listRecords(start, limit)).map((record) =>
        record.version === 40n ? { ...record, accumulatorRoot: flip(record.accumulatorRoot) as HashValue } : record,
      ),
  });
  await expect(verifyLedger(changedRecord)).rejects.toMatchObject({ code: "hash_mismatch", version: 40n });

  const missingRecord = lying(store, {
    listRecords: async (start, limit) =>
      (await store.listRecords(start, limit)).filter(({ version }) => version !== 40n),
  });
  await expect(verifyLedger(missingRecord)).rejects.toMatchObject({ field: "version", expected: "40" });

  const changedState = lying(store, {
    listState: async (query) => {
      const page = await store.listState(query);
      return {
        ...page,
        entries: page.entries.map((entry, i) => (i === 3 ? { ...entry, bytes: flip(entry.bytes) } : entry)),
      };
    },
  });
  await expect(verifyLedger(changedState)).rejects.toMatchObject({ field: "state_checkpoint_hash" });

  const changed = chain.records.find(
    ({ version, writeSet }) => version > 40n && stateWrites(WriteSet.decode(writeSet)).length > 0,
  )!;
  const written = stateWrites(WriteSet.decode(changed.writeSet))[0]!.key;
  const changedHistory = lying(store, {
    readState: async (version, key) => {
      const found = await store.readState(version, key);
      const isIt = version === changed.version && bytesEqual(key, written);
      return isIt && found !== undefined ? { ...found, bytes: flip(found.bytes) } : found;
    },
  });
  await expect(verifyLedger(changedHistory)).rejects.toMatchObject({
    code: "store_damaged",
    version: changed.version,
    field: "state",
  });

  for (const [field, lies] of [
    ["hash_index", { findVersionByHash: async () => 3n }],
    ["sender_index", { listSummaries: async () => [] }],
    ["sequence_index", { findVersionBySequenceNumber: async () => undefined }],
    ["event_index", { listEvents: async () => [] }],
  ] satisfies [string, Partial<LedgerReader>][]) {
    await expect(verifyLedger(lying(store, lies))).rejects.toMatchObject({ code: "store_damaged", field });
  }
  const broken = lying(store, {
    verify: async () => ({ problems: [{ rule: "some_rule", detail: "a row" }], records: 0, stateRows: 0 }),
  });
  await expect(verifyLedger(broken)).rejects.toThrow(/contradicts itself: some_rule \(a row\)/);

  const changedBlock = lying(store, {
    findBlockByHeight: async (height) => {
      const block = await store.findBlockByHeight(height);
      return height === 7n && block !== undefined ? { ...block, timestampUsecs: 1n } : block;
    },
  });
  await expect(verifyLedger(changedBlock)).rejects.toMatchObject({ code: "invalid_block", field: "timestampUsecs" });

  const changedFrontier = lying(store, {
    frontier: async () => {
      const { leafCount, roots } = (await store.frontier())!;
      return { leafCount, roots: roots.map((root) => flip(root) as HashValue) };
    },
  });
  await expect(verifyLedger(changedFrontier)).rejects.toMatchObject({ field: "accumulator_root", version: head });

  await expect(verifyLedger(createMemoryStore())).rejects.toMatchObject({ code: "not_contiguous" });
  await expect(verifyLedger(store, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
});
