import { createMemoryStore } from "@ledger/state-store/memory";
import { bytesEqual, frameworkKey, type HashValue, type LedgerRecord, parseWaypoint } from "@ledger/types";
import { describeVectors, readVectorBytes, readVectorText } from "@ledger/vectors";
import { describe, expect, test, vi } from "vitest";
import {
  concatSources,
  genesisSource,
  type HistoryWitness,
  type IngestProgress,
  ingest,
  type LedgerSource,
  type SyncError,
  verifyGenesis,
} from "../src/index.ts";
import { arraySource } from "./support/array-source.ts";
import { refusalOf } from "./support/refusal.ts";
import { stores } from "./support/stores.ts";
import { readTestnetRecords } from "./support/testnet-records.ts";

describeVectors("the first versions of the test network", () => {
  const blob = readVectorBytes("genesis/testnet.genesis.blob");
  const waypoint = parseWaypoint(readVectorText("genesis/testnet.waypoint.txt").trim());
  const records = readTestnetRecords();
  const ledger = (): readonly LedgerRecord[] => [verifyGenesis(blob).record, ...records];

  test.each(stores)("follow genesis in the %s store, every state root equal to the published one", async (_, open) => {
    const store = await open();
    const source = concatSources(genesisSource(blob), arraySource(records));
    const seen: IngestProgress[] = [];
    const report = await ingest({
      source,
      store,
      waypoint,
      stateRoots: "every_block",
      onProgress: (progress) => seen.push(progress),
    });
    expect(report).toMatchObject({ version: 3n, records: 4, blocks: 3, pendingRecords: 0, waypoint: "matched" });
    expect(seen.at(-1)).toMatchObject({ version: 3n, head: 3n, records: 4, blocks: 3, blockHeight: 2n, epoch: 2n });
    expect(await store.summary()).toMatchObject({
      version: 3n,
      epoch: 2n,
      blockHeight: 2n,
      timestampUsecs: 1662686657332551n,
    });
    expect(await store.findBlockByHeight(1n)).toMatchObject({
      firstVersion: 1n,
      lastVersion: 1n,
      epoch: 1n,
      round: 3n,
    });
    expect(await store.findBlockByHeight(2n)).toMatchObject({
      firstVersion: 2n,
      lastVersion: 3n,
      epoch: 2n,
      round: 1n,
    });
    for (const record of records) {
      const { stateRoot: _stateRoot, ...plain } = record;
      expect(await store.readRecord(record.version)).toEqual(plain);
    }
    const height = await store.readState(3n, frameworkKey("block", "BlockResource"));
    expect(height?.bytes.slice(0, 8)).toEqual(Uint8Array.of(2, 0, 0, 0, 0, 0, 0, 0));
  });

  test.each(stores)("continue in the %s store where the first run ended", async (_, open) => {
    const store = await open();
    await ingest({ source: genesisSource(blob), store, waypoint });
    const first = await ingest({ source: arraySource(records.slice(0, 1)), store, stateRoots: "every_block" });
    expect(first).toMatchObject({ version: 1n, records: 1 });
    const second = await ingest({ source: arraySource(records), store, waypoint, stateRoots: "every_block" });
    expect(second).toMatchObject({ version: 3n, records: 2, blocks: 1, waypoint: "matched" });
    const third = await ingest({ source: concatSources(genesisSource(blob), arraySource(records)), store });
    expect(third).toMatchObject({ version: 3n, records: 0, blocks: 0 });
  });

  test("an unfinished block is verified and not committed", async () => {
    const store = createMemoryStore();
    const report = await ingest({ source: arraySource(ledger().slice(0, 3)), store });
    expect(report).toMatchObject({ version: 1n, records: 2, pendingRecords: 1 });
  });

  test("another network's genesis is refused on a stored ledger", async () => {
    const store = createMemoryStore();
    await ingest({ source: genesisSource(blob), store });
    const other = genesisSource(readVectorBytes("genesis/randomnet.genesis.blob"));
    await expect(ingest({ source: other, store })).rejects.toMatchObject({
      code: "wrong_network",
      field: "genesis_hash",
    });
    const configured = ingest({ source: arraySource(records), store, network: { chainId: 1 } });
    await expect(configured).rejects.toMatchObject({
      code: "wrong_network",
      field: "chain_id",
      expected: "2",
      actual: "1",
    });
    expect(await store.summary()).toMatchObject({ version: 0n });
  });

  test("a stored ledger is compared with a waypoint that its genesis does not have", async () => {
    const store = createMemoryStore();
    await ingest({ source: genesisSource(blob), store });
    const mainnet = parseWaypoint(readVectorText("genesis/mainnet.waypoint.txt").trim());
    const refused = ingest({ source: arraySource(records), store, waypoint: mainnet });
    await expect(refused).rejects.toMatchObject({ code: "wrong_waypoint" });
    expect(await store.summary()).toMatchObject({ version: 0n });
  });

  test("a source of another history than the stored one is refused before it is read", async () => {
    const store = createMemoryStore();
    await ingest({ source: arraySource(ledger()), store });
    const witness = (name: string, head: bigint, history: readonly LedgerRecord[]) => ({
      name,
      findHead: async () => head,
      findRecord: async (version: bigint) => history.find((record) => record.version === version),
    });
    const other = records.map((record) =>
      record.version >= 2n ? { ...record, accumulatorRoot: records[0]!.accumulatorRoot } : record,
    );
    const source = (...witnesses: readonly HistoryWitness[]): LedgerSource => ({
      ...arraySource([]),
      name: "fork",
      witnesses: () => witnesses,
      records: () => expect.unreachable(),
    });
    const [longer, shorter] = [witness("a", 3n, other), witness("b", 2n, other)];
    // The first version that differs is named, not the one that was compared first.
    for (const forked of [source(longer), source(shorter), source(longer, shorter)]) {
      await expect(ingest({ source: forked, store })).rejects.toMatchObject({ code: "diverged", version: 2n });
    }
    const mixed = source(witness("c", 3n, records), shorter);
    await expect(ingest({ source: mixed, store })).rejects.toMatchObject({ code: "untrusted", version: 2n });
  });

  test("an abort leaves the store at the end of a batch", async () => {
    const store = createMemoryStore();
    const stop = new AbortController();
    const report = await ingest({
      source: arraySource(ledger(), 1),
      store,
      batchRecords: 1,
      signal: stop.signal,
      onProgress: ({ version }) => version === 1n && stop.abort(),
    });
    expect(report).toMatchObject({ version: 1n, ended: "aborted" });
    expect(await ingest({ source: arraySource(ledger()), store })).toMatchObject({ version: 3n, records: 2 });
  });

  test("a block waits for more before it is committed, unless it is not to wait", async () => {
    const commitsWith = async (batchWaitMs: number): Promise<bigint[]> => {
      const versions: bigint[] = [];
      const onProgress = ({ version }: IngestProgress) => versions.push(version);
      await ingest({ source: arraySource(ledger(), 1), store: createMemoryStore(), batchWaitMs, onProgress });
      return versions;
    };
    expect(await commitsWith(60_000)).toEqual([3n]);
    expect(await commitsWith(0)).toEqual([0n, 1n, 3n]);
  });

  test("an abort ends a source that waits for more", async () => {
    const store = createMemoryStore();
    const stop = new AbortController();
    const waiting: LedgerSource = {
      name: "live",
      async *records(_from, signal) {
        yield ledger().slice(0, 2);
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
    };
    const report = await ingest({ source: waiting, store, signal: stop.signal, onProgress: () => stop.abort() });
    expect(report).toMatchObject({ version: 1n, ended: "aborted" });
  });

  test("a commit that fails ends the run although its source waits for more", async () => {
    const store = createMemoryStore();
    vi.spyOn(store, "commit").mockRejectedValue(new Error("the disk is full"));
    const waiting: LedgerSource = {
      name: "live",
      async *records(_from, signal) {
        yield ledger().slice(0, 1);
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
    };
    await expect(ingest({ source: waiting, store, batchWaitMs: 0 })).rejects.toThrow("the disk is full");
  });

  test("an abort ends a source that throws when it is stopped", async () => {
    const store = createMemoryStore();
    const stop = new AbortController();
    const throwing: LedgerSource = {
      name: "live",
      async *records(_from, signal) {
        yield ledger().slice(0, 1);
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      },
    };
    const report = await ingest({ source: throwing, store, signal: stop.signal, onProgress: () => stop.abort() });
    expect(report).toMatchObject({ version: 0n, ended: "aborted" });
  });

  test("what a source throws of itself is passed on", async () => {
    const broken: LedgerSource = {
      name: "broken",
      async *records() {
        yield ledger().slice(0, 1);
        throw new RangeError("broken");
      },
    };
    await expect(ingest({ source: broken, store: createMemoryStore() })).rejects.toThrow(RangeError);
  });

  describe("tampering", () => {
    /** Takes in versions 0 and 1, then a page whose version 2 was changed. */
    async function ingestChanged(change: (record: LedgerRecord) => LedgerRecord): Promise<SyncError> {
      const store = createMemoryStore();
      const source = arraySource(
        ledger().map((record) => (record.version === 2n ? change(record) : record)),
        4,
      );
      const refusal = await refusalOf(ingest({ source, store }));
      // What comes before the refused block is committed, nothing of it is.
      expect(await store.summary()).toMatchObject({ version: 1n, blockHeight: 1n });
      return refusal;
    }
    const flip = (bytes: Uint8Array, at: number): Uint8Array => bytes.with(at, bytes[at]! ^ 1) as Uint8Array;

    test.each([
      [
        "transaction",
        "transaction_hash",
        (record: LedgerRecord) => ({ ...record, transaction: flip(record.transaction, 5) }),
      ],
      [
        "events",
        "event_root_hash",
        (record: LedgerRecord) => ({ ...record, events: flip(record.events, record.events.length - 1) }),
      ],
      [
        "write set",
        "state_change_hash",
        (record: LedgerRecord) => ({ ...record, writeSet: flip(record.writeSet, record.writeSet.length - 1) }),
      ],
      ["gas in the info", "accumulator_root", (record: LedgerRecord) => ({ ...record, info: flip(record.info, 1) })],
      [
        "accumulator root",
        "accumulator_root",
        (record: LedgerRecord) => ({ ...record, accumulatorRoot: flip(record.accumulatorRoot, 0) as HashValue }),
      ],
    ])("a changed %s is refused by %s", async (_, field, change) => {
      const refusal = await ingestChanged(change);
      expect(refusal).toMatchObject({ code: "hash_mismatch", version: 2n, field });
      expect(refusal.expected).toMatch(/^0x[0-9a-f]{64}$/);
      expect(refusal.actual).toMatch(/^0x[0-9a-f]{64}$/);
      expect(refusal.actual).not.toBe(refusal.expected);
    });

    test("parts that do not decode are refused", async () => {
      for (const part of ["info", "events", "writeSet"] as const) {
        const refusal = await ingestChanged((record) => ({ ...record, [part]: Uint8Array.of(0xff) }));
        expect(["invalid_record", "hash_mismatch"]).toContain(refusal.code);
        expect(refusal.version).toBe(2n);
      }
    });

    test("a dropped, repeated or swapped record is refused", async () => {
      const [zero, one, two, three] = ledger() as [LedgerRecord, LedgerRecord, LedgerRecord, LedgerRecord];
      for (const sequence of [
        [zero, one, three],
        [zero, one, one, two, three],
        [zero, one, three, two],
        [zero, one, { ...three, version: 2n }],
        [one, two],
      ]) {
        const store = createMemoryStore();
        const refusal = await refusalOf(ingest({ source: arraySource(sequence, 4), store }));
        expect(["not_contiguous", "hash_mismatch"]).toContain(refusal.code);
        expect([undefined, 1n]).toContain((await store.summary())?.version);
      }
    });

    test("any changed bit of version 1 is refused", async () => {
      const [zero, one] = ledger() as [LedgerRecord, LedgerRecord];
      const parts = ["transaction", "info", "events", "writeSet", "accumulatorRoot"] as const;
      const stored = createMemoryStore();
      await ingest({ source: arraySource([zero]), store: stored });
      for (let i = 0; i < 400; i++) {
        const part = parts[i % parts.length]!;
        const at = (i * 7919) % one[part].length;
        const changed = { ...one, [part]: one[part].with(at, one[part][at]! ^ (1 << (i % 8))) };
        const refusal = await refusalOf(ingest({ source: arraySource([changed]), store: stored }), `${part} ${at}`);
        expect(refusal, `${part} ${at}`).toMatchObject({ name: "SyncError", version: 1n });
      }
      expect(await stored.summary()).toMatchObject({ version: 0n });
    });
  });

  test("rewritten events are kept on request, with a warning", async () => {
    const rewritten = ledger().map((record) =>
      record.version === 2n
        ? { ...record, events: record.events.with(record.events.length - 60, 9) as Uint8Array }
        : record,
    );
    const store = createMemoryStore();
    const warnings: unknown[] = [];
    const report = await ingest({
      source: arraySource(rewritten),
      store,
      eventRoots: "warn",
      onWarning: (warning) => warnings.push(warning),
    });
    expect(report.version).toBe(3n);
    expect(warnings).toMatchObject([{ kind: "event_root", version: 2n }]);
    expect(bytesEqual((await store.readRecord(2n)).events, rewritten[2]!.events)).toBe(true);
  });
});
