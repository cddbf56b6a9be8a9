import type { Awaitable, HashValue } from "@ledger/types";
import { describe, expect, test } from "vitest";
import type { EventPage, EventPlace } from "../event-port.ts";
import type { CommitBatch, LedgerStore, PruneTarget } from "../port.ts";
import { buildLedger, type RecordSpec, testAccountKey, testAddress, testHash } from "../testing/build-ledger.ts";
import { describeLedgerBase } from "./base-contract.ts";

/** Opens an empty store for one test; `close` of the store ends it. */
export type LedgerStoreFactory = () => Awaitable<LedgerStore>;

const text = new TextEncoder();
const alice = testAddress(0xa11ce);
const bob = testAddress(0xb0b);
const coin = testAccountKey(alice, 1, text.encode("coin"));
const genesis: readonly RecordSpec[] = [{ writes: [{ key: coin, value: Uint8Array.of(0) }] }];

/** A read that may answer at once, later, or by throwing: always as a promise. */
async function asked<T>(read: () => Awaitable<T>): Promise<T> {
  return read();
}

async function pruneAll(store: LedgerStore, target: PruneTarget, maxRows = 3): Promise<number> {
  for (let steps = 1; ; steps++) {
    if ((await store.prune(target, maxRows)).done) return steps;
    if (steps > 10_000) throw new Error("the prune does not end");
  }
}

function write(key: Uint8Array, ...value: number[]): RecordSpec {
  return { writes: [{ key, value: Uint8Array.from(value) }] };
}

/**
 * The behaviour that every driver of the port shares, as tests of one driver. Call it at the top of a test file.
 *
 * @param open - makes an empty store
 */
export function describeLedgerStore(name: string, open: LedgerStoreFactory): void {
  async function withStore(work: (store: LedgerStore) => Promise<void>): Promise<void> {
    const store = await open();
    try {
      await work(store);
    } finally {
      await store.close();
    }
  }
  function storeTest(title: string, work: (store: LedgerStore) => Promise<void>): void {
    test(title, () => withStore(work));
  }

  describe(`${name}: an empty store`, () => {
    storeTest("has no summary and no accumulator", async (store) => {
      expect(await store.summary()).toBeUndefined();
      expect(await store.frontier()).toBeUndefined();
      expect(await store.oldestFrontier()).toBeUndefined();
    });
    storeTest("refuses reads", async (store) => {
      const refusal = { code: "store_empty" };
      await expect(asked(() => store.readState(0n, coin))).rejects.toMatchObject(refusal);
      await expect(asked(() => store.readRecord(0n))).rejects.toMatchObject(refusal);
      await expect(asked(() => store.listSummaries({ sender: alice, limit: 1 }))).rejects.toMatchObject(refusal);
      await expect(asked(() => store.findBlockByHeight(0n))).rejects.toMatchObject(refusal);
      await expect(asked(() => store.prune({ stateVersion: 0n, ledgerVersion: 0n }, 1))).rejects.toMatchObject(refusal);
    });
    storeTest("takes only a batch that begins with version 0", async (store) => {
      const later = buildLedger({ version: 1n, height: 1n }).batch([genesis]);
      await expect(asked(() => store.commit(later))).rejects.toMatchObject({ code: "batch_not_contiguous" });
      expect(await store.summary()).toBeUndefined();
    });
  });

  describe(`${name}: a commit`, () => {
    storeTest("moves the head to the end of its last block", async (store) => {
      const ledger = buildLedger({ chainId: 7 });
      const batch = ledger.batch([genesis, [{}, {}], [{}, {}, {}]]);
      await store.commit(batch);
      expect(await store.summary()).toEqual({
        chainId: 7,
        genesisHash: ledger.identity.genesisHash,
        version: 5n,
        oldestVersion: 0n,
        oldestLedgerVersion: 0n,
        timestampUsecs: 1_700_000_002_000_000n,
        epoch: 0n,
        blockHeight: 2n,
        oldestBlockHeight: 0n,
        lastModuleVersion: 0n,
      });
      expect(await store.frontier()).toEqual(batch.frontier);
    });
    storeTest("keeps the record's bytes", async (store) => {
      const batch = buildLedger().batch([genesis, [{}, {}]]);
      await store.commit(batch);
      const { version, transaction, info, events, writeSet, accumulatorRoot } = batch.blocks[1]!.records[1]!;
      const record = { version, transaction, info, events, writeSet, accumulatorRoot };
      expect(await store.readRecord(2n)).toEqual(record);
      const listed = await store.listRecords(1n, 10);
      expect(listed.map((one) => one.version)).toEqual([1n, 2n]);
      expect(listed[1]).toEqual(record);
      expect(await store.listRecords(0n, 2)).toHaveLength(2);
      expect(await store.listRecords(0n, 0)).toEqual([]);
    });
    storeTest("of nothing changes nothing", async (store) => {
      const ledger = buildLedger();
      await store.commit(ledger.batch([genesis]));
      await store.commit(ledger.batch([]));
      expect((await store.summary())?.version).toBe(0n);
    });
    storeTest("of another network is refused whole", async (store) => {
      const ledger = buildLedger();
      await store.commit(ledger.batch([genesis]));
      const chain = buildLedger({ chainId: 5, version: 1n, height: 1n }).batch([[{}]]);
      const genesisHash = buildLedger({ seed: 2, version: 1n, height: 1n }).batch([[{}]]);
      await expect(asked(() => store.commit(chain))).rejects.toMatchObject({ code: "wrong_network" });
      await expect(asked(() => store.commit(genesisHash))).rejects.toMatchObject({ code: "wrong_network" });
      expect((await store.summary())?.version).toBe(0n);
    });
    storeTest("that leaves a gap, repeats, or contradicts itself is refused whole", async (store) => {
      const ledger = buildLedger();
      await store.commit(ledger.batch([genesis, [{}]]));
      const gap = buildLedger({ version: 3n, height: 2n }).batch([[{}]]);
      const repeated = buildLedger({ version: 1n, height: 1n }).batch([[{}]]);
      const height = buildLedger({ version: 2n, height: 3n }).batch([[{}]]);
      for (const batch of [gap, repeated, height]) {
        await expect(asked(() => store.commit(batch))).rejects.toMatchObject({ code: "batch_not_contiguous" });
      }
      const good = buildLedger({ version: 2n, height: 2n }).batch([[write(coin, 9)]]);
      const [block] = good.blocks;
      const broken: CommitBatch[] = [
        { ...good, blocks: [{ ...block!, lastVersion: 3n }] },
        { ...good, blocks: [{ ...block!, records: [] }] },
        { ...good, frontier: { leafCount: 2n, roots: [] } },
        { ...good, blocks: [{ ...block!, epoch: 2n ** 63n }] },
      ];
      for (const batch of broken) {
        await expect(asked(() => store.commit(batch))).rejects.toMatchObject({ code: "batch_invalid" });
      }
      expect((await store.summary())?.version).toBe(1n);
      expect((await store.readState(1n, coin))?.bytes).toEqual(Uint8Array.of(0));
      await store.commit(good);
      expect((await store.readState(2n, coin))?.bytes).toEqual(Uint8Array.of(9));
    });
    storeTest("of a module moves the last module version", async (store) => {
      const ledger = buildLedger();
      const code = testAccountKey(alice, 0, text.encode("m"));
      await store.commit(ledger.batch([genesis, [write(code, 1), write(coin, 1)], [write(coin, 2)]]));
      expect((await store.summary())?.lastModuleVersion).toBe(1n);
      await store.commit(ledger.batch([[{}, { writes: [{ key: code, value: undefined }] }]]));
      expect((await store.summary())?.lastModuleVersion).toBe(5n);
    });
  });

  describe(`${name}: state`, () => {
    storeTest("answers as of the version asked for", async (store) => {
      const ledger = buildLedger();
      const metadata = Uint8Array.of(1, 2, 3);
      await store.commit(ledger.batch([genesis, [{}, write(coin, 1)], [{}]]));
      await store.commit(
        ledger.batch([
          [{ writes: [{ key: coin, value: undefined }] }, {}],
          [{ writes: [{ key: coin, value: new Uint8Array(0), metadata }] }],
        ]),
      );
      const found = await Promise.all([0n, 1n, 2n, 3n, 4n, 5n, 6n].map((v) => asked(() => store.readState(v, coin))));
      expect(found).toEqual([
        { bytes: Uint8Array.of(0), metadata: undefined, version: 0n },
        { bytes: Uint8Array.of(0), metadata: undefined, version: 0n },
        { bytes: Uint8Array.of(1), metadata: undefined, version: 2n },
        { bytes: Uint8Array.of(1), metadata: undefined, version: 2n },
        undefined,
        undefined,
        { bytes: new Uint8Array(0), metadata, version: 6n },
      ]);
      expect(await store.readState(6n, testAccountKey(bob, 1, text.encode("coin")))).toBeUndefined();
    });
    storeTest("above the head is not found", async (store) => {
      await store.commit(buildLedger().batch([genesis, [{}]]));
      const refusal = { details: { code: "version_not_found", requested: 2n, latest: 1n } };
      await expect(asked(() => store.readState(2n, coin))).rejects.toMatchObject(refusal);
      await expect(asked(() => store.listState({ version: 2n, prefix: coin, limit: 1 }))).rejects.toMatchObject(
        refusal,
      );
      await expect(asked(() => store.readRecord(2n))).rejects.toMatchObject(refusal);
      await expect(asked(() => store.listRecords(2n, 1))).rejects.toMatchObject(refusal);
      await expect(asked(() => store.readBlockByVersion(2n))).rejects.toMatchObject(refusal);
      const top = 2n ** 64n - 1n;
      await expect(asked(() => store.readState(top, coin))).rejects.toMatchObject({ code: "version_not_found" });
    });
    storeTest("of a key written twice by one record is the later write", async (store) => {
      const twice = {
        writes: [
          { key: coin, value: Uint8Array.of(1) },
          { key: coin, value: Uint8Array.of(2) },
        ],
      };
      await store.commit(buildLedger().batch([[twice]]));
      expect((await store.readState(0n, coin))?.bytes).toEqual(Uint8Array.of(2));
    });
    storeTest("hands out bytes that are the caller's own", async (store) => {
      await store.commit(buildLedger().batch([genesis]));
      const first = await store.readState(0n, coin);
      first!.bytes[0] = 99;
      expect((await store.readState(0n, coin))?.bytes).toEqual(Uint8Array.of(0));
      expect(Object.getPrototypeOf(first!.bytes)).toBe(Uint8Array.prototype);
    });
  });

  describe(`${name}: a listing`, () => {
    const names = ["a", "b", "cc", "dd", "eee"];
    const keys = names.map((one) => testAccountKey(alice, 1, text.encode(one)));
    const prefix = keys[0]!.subarray(0, 33);
    async function filled(store: LedgerStore): Promise<void> {
      const ledger = buildLedger();
      const other = testAccountKey(bob, 1, text.encode("x"));
      await store.commit(
        ledger.batch([
          [{ writes: [...keys.toReversed(), other].map((key, i) => ({ key, value: Uint8Array.of(i) })) }],
          [{ writes: [{ key: keys[1]!, value: undefined }] }, write(keys[3]!, 77)],
        ]),
      );
    }
    storeTest("has the keys of its prefix in order, at one version", async (store) => {
      await filled(store);
      const before = await store.listState({ version: 0n, prefix, limit: 100 });
      expect(before.entries.map((entry) => entry.key)).toEqual(keys);
      expect(before.entries.map((entry) => entry.bytes[0])).toEqual([4, 3, 2, 1, 0]);
      expect(before.next).toBeUndefined();
      const after = await store.listState({ version: 2n, prefix, limit: 100 });
      expect(after.entries.map((entry) => entry.key)).toEqual([keys[0], keys[2], keys[3], keys[4]]);
      expect(after.entries[2]).toEqual({ key: keys[3], bytes: Uint8Array.of(77), metadata: undefined, version: 2n });
    });
    storeTest("comes in pages whose cursors join them", async (store) => {
      await filled(store);
      for (const limit of [1, 2, 3, 4, 5]) {
        const seen: Uint8Array[] = [];
        let start: Uint8Array | undefined;
        do {
          const page = await store.listState({ version: 2n, prefix, start, limit });
          expect(page.entries.length).toBeLessThanOrEqual(limit);
          if (page.next !== undefined) expect(page.entries).toHaveLength(limit);
          seen.push(...page.entries.map((entry) => entry.key));
          start = page.next;
        } while (start !== undefined);
        expect(seen).toEqual([keys[0], keys[2], keys[3], keys[4]]);
      }
    });
    storeTest("starts inside its prefix, whatever start it is given", async (store) => {
      await filled(store);
      const before = await store.listState({ version: 0n, prefix, start: Uint8Array.of(0), limit: 1 });
      expect(before.entries[0]?.key).toEqual(keys[0]);
      const after = await store.listState({ version: 0n, prefix, start: Uint8Array.of(1), limit: 1 });
      expect(after).toEqual({ entries: [], next: undefined });
    });
    storeTest("with an empty prefix has every key", async (store) => {
      await filled(store);
      const page = await store.listState({ version: 0n, prefix: new Uint8Array(0), limit: 100 });
      expect(page.entries).toHaveLength(6);
    });
    storeTest("can be narrowed to one kind of path", async (store) => {
      const ledger = buildLedger();
      const made = Array.from({ length: 60 }, (_, i) =>
        testAccountKey(alice, i % 3, new Uint8Array(1 + (i >> 2)).fill(i)),
      );
      const foreign = [Uint8Array.of(1, ...alice, 5), Uint8Array.of(0), Uint8Array.of(2, 0)];
      await store.commit(ledger.batch([[{ writes: [...made, ...foreign].map((key) => ({ key, value: key })) }]]));
      for (const [byte, pathKind] of (["code", "resource", "resource_group"] as const).entries()) {
        const wanted = made.filter((_, i) => i % 3 === byte).map((key) => [...key].join());
        for (const start of [prefix, new Uint8Array(0)]) {
          const page = await store.listState({ version: 0n, prefix: start, pathKind, limit: 100 });
          expect(page.entries.map((entry) => [...entry.key].join()).sort()).toEqual(wanted.sort());
        }
        const first = await store.listState({ version: 0n, prefix, pathKind, limit: 19 });
        const second = await store.listState({ version: 0n, prefix, pathKind, start: first.next, limit: 19 });
        expect([first.entries.length, second.entries.length, second.next]).toEqual([19, 1, undefined]);
      }
    });
    storeTest("steps over thousands of keys that are gone, in pages that may be short", async (store) => {
      const ledger = buildLedger();
      const all = Array.from({ length: 5_000 }, (_, i) => testAccountKey(alice, 1, Uint8Array.of(i >> 8, i)));
      const kept = [all[0], all[3_000], all[4_998]];
      await store.commit(ledger.batch([[{ writes: all.map((key) => ({ key, value: Uint8Array.of(1) })) }]]));
      const gone = all.filter((key) => !kept.includes(key));
      await store.commit(ledger.batch([[{ writes: gone.map((key) => ({ key, value: undefined })) }]]));
      const seen: Uint8Array[] = [];
      let start: Uint8Array | undefined;
      do {
        const page = await store.listState({ version: 1n, prefix, start, limit: 2 });
        expect(page.entries.length).toBeLessThanOrEqual(2);
        seen.push(...page.entries.map((entry) => entry.key));
        start = page.next;
      } while (start !== undefined);
      expect(seen).toEqual(kept);
    });
    storeTest("of no entries is refused", async (store) => {
      await filled(store);
      const refusal = { code: "invalid_argument" };
      await expect(asked(() => store.listState({ version: 0n, prefix, limit: 0 }))).rejects.toMatchObject(refusal);
    });
  });

  describe(`${name}: the indexes`, () => {
    const top = 2n ** 64n - 1n;
    function sent(
      sender: typeof alice,
      value: bigint,
      kind: "SequenceNumber" | "Nonce" = "SequenceNumber",
    ): RecordSpec {
      return { user: { sender, replayProtector: { kind, value } } };
    }
    async function filled(store: LedgerStore): Promise<CommitBatch> {
      const batch = buildLedger().batch([
        genesis,
        [{}, sent(alice, 0n), sent(bob, 5n)],
        [{}, sent(alice, top, "Nonce"), sent(alice, 1n), sent(alice, top)],
      ]);
      await store.commit(batch);
      return batch;
    }
    storeTest("find summaries by sender, ascending", async (store) => {
      const batch = await filled(store);
      const versions = async (query: object) =>
        (await store.listSummaries({ sender: alice, limit: 10, ...query })).map((entry) => entry.version);
      expect(await versions({})).toEqual([2n, 5n, 6n, 7n]);
      expect(await versions({ limit: 2 })).toEqual([6n, 7n]);
      expect(await versions({ start: 3n, limit: 2 })).toEqual([5n, 6n]);
      expect(await versions({ end: 6n, limit: 2 })).toEqual([5n, 6n]);
      expect(await versions({ start: 2n, end: 5n })).toEqual([2n, 5n]);
      expect(await versions({ start: 6n, end: 5n })).toEqual([]);
      expect(await versions({ start: 8n })).toEqual([]);
      expect(await versions({ start: top })).toEqual([]);
      expect(await versions({ end: top })).toEqual([2n, 5n, 6n, 7n]);
      expect(await versions({ limit: 0 })).toEqual([]);
      expect(await versions({ sender: testAddress(1) })).toEqual([]);
      expect(await store.listSummaries({ sender: alice, start: 5n, limit: 1 })).toEqual([
        {
          sender: alice,
          version: 5n,
          hash: batch.blocks[2]!.records[1]!.hash,
          replayProtector: { kind: "Nonce", value: top },
        },
      ]);
    });
    storeTest("find a version by hash and by sequence number", async (store) => {
      const batch = await filled(store);
      for (const record of batch.blocks.flatMap((block) => block.records)) {
        expect(await store.findVersionByHash(record.hash)).toBe(record.version);
      }
      const near = batch.blocks[0]!.records[0]!.hash.slice() as HashValue;
      near[31]! ^= 1;
      expect(await store.findVersionByHash(near)).toBeUndefined();
      expect(await store.findVersionBySequenceNumber(alice, 1n)).toBe(6n);
      expect(await store.findVersionBySequenceNumber(alice, top)).toBe(7n);
      expect(await store.findVersionBySequenceNumber(alice, 5n)).toBeUndefined();
      expect(await store.findVersionBySequenceNumber(bob, 5n)).toBe(3n);
    });
    storeTest("find blocks by height and by version", async (store) => {
      const batch = await filled(store);
      const { records: _, ...entry } = batch.blocks[2]!;
      expect(await store.findBlockByHeight(2n)).toEqual(entry);
      expect(await store.findBlockByHeight(3n)).toBeUndefined();
      expect(await store.findBlockByHeight(top)).toBeUndefined();
      for (const version of [4n, 5n, 7n]) expect(await store.readBlockByVersion(version)).toEqual(entry);
      expect((await store.readBlockByVersion(3n)).height).toBe(1n);
      expect((await store.readBlockByVersion(0n)).height).toBe(0n);
    });
    storeTest("find the events of a handle", async (store) => {
      const key = new Uint8Array(40).fill(3);
      const event = (sequenceNumber: bigint, index: number) => ({ key, sequenceNumber, index });
      await store.commit(
        buildLedger().batch([
          genesis,
          [{ handleEvents: [event(0n, 1), event(1n, 4)] }, {}, { handleEvents: [event(2n, 0)] }],
        ]),
      );
      expect(await store.listEvents(key, 0n, 10)).toEqual([
        { sequenceNumber: 0n, version: 1n, index: 1 },
        { sequenceNumber: 1n, version: 1n, index: 4 },
        { sequenceNumber: 2n, version: 3n, index: 0 },
      ]);
      expect(await store.listEvents(key, 1n, 1)).toEqual([{ sequenceNumber: 1n, version: 1n, index: 4 }]);
      expect(await store.listEvents(key, 3n, 1)).toEqual([]);
      expect(await store.nextEventSequence(key)).toBe(3n);
      expect(await store.nextEventSequence(new Uint8Array(40))).toBe(0n);
      expect(await store.listEvents(new Uint8Array(40), 0n, 1)).toEqual([]);
    });
  });

  describe(`${name}: events by topic`, () => {
    const [red, blue, none] = [text.encode("red"), text.encode("blue"), text.encode("none")];
    const topics = (...entries: readonly (readonly [Uint8Array, ...number[]])[]) => ({
      topics: entries.map(([key, ...positions]) => ({ key, positions })),
    });
    async function filled(store: LedgerStore): Promise<void> {
      const ledger = buildLedger();
      await store.commit(ledger.batch([[topics([red!, 0, 2, 300], [blue!, 1, 2])]]));
      await store.commit(ledger.batch([[topics([blue!, 0]), {}], [topics([red!, 7], [blue!, 6, 7])]]));
      await store.commit(ledger.batch([[topics([red!, 1])]]));
    }
    const list = async (
      store: LedgerStore,
      keys: readonly [Uint8Array] | readonly [Uint8Array, Uint8Array],
      order: "oldest_first" | "newest_first",
      limit = 100,
    ) => {
      const pages: string[][] = [];
      let start: EventPlace | undefined;
      do {
        const page: EventPage = await store.listEventsByTopic({ topics: keys, order, start, limit });
        expect(page.places.length).toBeLessThanOrEqual(limit);
        pages.push(page.places.map(({ version, index }) => `${version}:${index}`));
        start = page.next;
      } while (start !== undefined);
      return pages;
    };

    storeTest("lists them in both orders, in pages of any size", async (store) => {
      await filled(store);
      const all = ["0:0", "0:2", "0:300", "3:7", "4:1"];
      expect(await list(store, [red!], "oldest_first")).toEqual([all]);
      expect(await list(store, [red!], "newest_first")).toEqual([all.toReversed()]);
      for (const limit of [1, 2, 3]) {
        expect((await list(store, [red!], "oldest_first", limit)).flat()).toEqual(all);
        expect((await list(store, [red!], "newest_first", limit)).flat()).toEqual(all.toReversed());
      }
      expect(await list(store, [none!], "oldest_first")).toEqual([[]]);
      const invalid = { code: "invalid_argument" };
      const query = { topics: [red!], order: "oldest_first", limit: 0 } as const;
      await expect(asked(() => store.listEventsByTopic(query))).rejects.toMatchObject(invalid);
    });
    storeTest("finds those that have two topics", async (store) => {
      await filled(store);
      expect((await list(store, [red!, blue!], "oldest_first", 1)).flat()).toEqual(["0:2", "3:7"]);
      expect((await list(store, [blue!, red!], "newest_first", 1)).flat()).toEqual(["3:7", "0:2"]);
      expect(await list(store, [red!, none!], "oldest_first")).toEqual([[]]);
    });
    storeTest("looks at a bounded number of transactions for one page", async (store) => {
      const ledger = buildLedger();
      const rare = [topics([red!, 0], [blue!, 0])];
      await store.commit(ledger.batch([[topics([red!, 0], [blue!, 0])]]));
      await store.commit(ledger.batch([Array.from({ length: 2_300 }, () => topics([red!, 0]))]));
      await store.commit(ledger.batch([rare]));
      const first = await store.listEventsByTopic({ topics: [red!, blue!], order: "oldest_first", limit: 5 });
      expect(first.places).toEqual([{ version: 0n, index: 0 }]);
      expect(first.next).toBeDefined();
      expect((await list(store, [red!, blue!], "oldest_first")).flat()).toEqual(["0:0", "2301:0"]);
      expect((await list(store, [red!, blue!], "newest_first")).flat()).toEqual(["2301:0", "0:0"]);
      // Where none is kept there is nothing to look for.
      expect(await list(store, [red!, none!], "newest_first")).toEqual([[]]);
      while (!(await store.prune({ stateVersion: 1n, ledgerVersion: 1n }, 1)).done);
      expect((await list(store, [red!, blue!], "oldest_first")).flat()).toEqual(["2301:0"]);
      await store.commit(ledger.batch([[topics([red!, 0])]]));
      while (!(await store.prune({ stateVersion: 2_302n, ledgerVersion: 2_302n }, 1)).done);
      expect(await list(store, [red!, blue!], "oldest_first")).toEqual([[]]);
    });
    storeTest("forgets them with their records", async (store) => {
      await filled(store);
      while (!(await store.prune({ stateVersion: 3n, ledgerVersion: 3n }, 1)).done);
      expect(await list(store, [red!], "oldest_first")).toEqual([["3:7", "4:1"]]);
      expect(await list(store, [blue!], "newest_first")).toEqual([["3:7", "3:6"]]);
      const gone = { details: { code: "version_pruned", requested: 2n, oldest: 3n } };
      const start = { version: 2n, index: 0 };
      const query = { topics: [red!], start, limit: 5 } as const;
      await expect(asked(() => store.listEventsByTopic({ ...query, order: "oldest_first" }))).rejects.toMatchObject(
        gone,
      );
      expect(await store.listEventsByTopic({ ...query, order: "newest_first" })).toEqual({
        places: [],
        next: undefined,
      });
      while (!(await store.prune({ stateVersion: 4n, ledgerVersion: 4n }, 1)).done);
      expect(await list(store, [blue!], "oldest_first")).toEqual([[]]);
      expect((await store.verify()).problems).toEqual([]);
    });
  });

  describe(`${name}: pruning`, () => {
    const gone = testAccountKey(alice, 1, text.encode("gone"));
    const once = testAccountKey(alice, 1, text.encode("once"));
    async function filled(store: LedgerStore): Promise<void> {
      const ledger = buildLedger();
      const steady = { writes: [coin, gone, once].map((key) => ({ key, value: Uint8Array.of(0) })) };
      const user = (value: bigint) => ({ sender: alice, replayProtector: { kind: "SequenceNumber" as const, value } });
      const handleEvents = (value: number) => [{ key: new Uint8Array(40), sequenceNumber: BigInt(value), index: 0 }];
      await store.commit(ledger.batch([[steady]]));
      for (let i = 1; i <= 10; i++) {
        const removal = { key: gone, value: i === 4 ? undefined : Uint8Array.of(i) };
        const writes = i <= 4 || i === 9 ? [removal] : [];
        await store.commit(
          ledger.batch([
            [
              {
                writes: [{ key: coin, value: Uint8Array.of(i) }],
                user: user(BigInt(i)),
                handleEvents: handleEvents(i),
              },
              { writes },
            ],
          ]),
        );
      }
    }
    const values = async (store: LedgerStore, key: Uint8Array, from: bigint) => {
      const seen: (number | undefined)[] = [];
      for (let version = from; version <= 20n; version++) seen.push((await store.readState(version, key))?.bytes[0]);
      return seen;
    };

    storeTest("makes older versions unreadable and changes no other answer", async (store) => {
      await filled(store);
      for (const oldest of [1n, 2n, 7n, 8n, 9n, 18n, 20n]) {
        const expected = await Promise.all([coin, gone, once].map((key) => values(store, key, oldest)));
        const page = await store.listState({ version: oldest, prefix: new Uint8Array(0), limit: 10 });
        await pruneAll(store, { stateVersion: oldest, ledgerVersion: 0n });
        expect((await store.summary())?.oldestVersion).toBe(oldest);
        expect(await Promise.all([coin, gone, once].map((key) => values(store, key, oldest)))).toEqual(expected);
        expect(await store.listState({ version: oldest, prefix: new Uint8Array(0), limit: 10 })).toEqual(page);
        const refusal = { details: { code: "version_pruned", requested: oldest - 1n, oldest } };
        await expect(asked(() => store.readState(oldest - 1n, once))).rejects.toMatchObject(refusal);
        await expect(
          asked(() => store.listState({ version: oldest - 1n, prefix: once, limit: 1 })),
        ).rejects.toMatchObject(refusal);
        expect((await store.readRecord(0n)).version).toBe(0n);
      }
    });
    storeTest("deletes exactly the values that no kept version sees, as planned", async (store) => {
      await filled(store);
      const before = (await store.verify()).stateRows;
      const plan = await store.planPrune({ stateVersion: 12n, ledgerVersion: 6n });
      // coin: 0 to 5 of the versions up to 12; gone: all five of 0, 2, 4, 6, 8.
      expect(plan).toMatchObject({ stateVersion: 12n, ledgerVersion: 5n, stateRows: 11, records: 5 });
      expect((await store.verify()).stateRows).toBe(before);
      await pruneAll(store, { stateVersion: 12n, ledgerVersion: 6n });
      const report = await store.verify();
      expect(report.problems).toEqual([]);
      expect(report.stateRows).toBe(before - 11);
      expect(report.records).toBe(16);
    });
    storeTest("of the ledger takes records and their index entries", async (store) => {
      await filled(store);
      const { accumulatorRoot: _, ...old } = await store.readRecord(3n);
      const hash = testHash(1, 3n, 0);
      expect(await store.findVersionByHash(hash)).toBe(3n);
      await pruneAll(store, { stateVersion: 10n, ledgerVersion: 6n });
      expect(await store.summary()).toMatchObject({
        oldestVersion: 10n,
        oldestLedgerVersion: 5n,
        oldestBlockHeight: 3n,
      });
      const refusal = { details: { code: "version_pruned", requested: 3n, oldest: 5n } };
      await expect(asked(() => store.readRecord(old.version))).rejects.toMatchObject(refusal);
      await expect(asked(() => store.listRecords(3n, 5))).rejects.toMatchObject(refusal);
      await expect(asked(() => store.readBlockByVersion(3n))).rejects.toMatchObject(refusal);
      await expect(asked(() => store.listSummaries({ sender: alice, start: 3n, limit: 1 }))).rejects.toMatchObject(
        refusal,
      );
      expect(await store.findVersionByHash(hash)).toBeUndefined();
      expect(await store.findVersionBySequenceNumber(alice, 2n)).toBeUndefined();
      expect(await store.findVersionBySequenceNumber(alice, 3n)).toBe(5n);
      expect((await store.listSummaries({ sender: alice, end: 4n, limit: 9 })).map((s) => s.version)).toEqual([]);
      expect((await store.listSummaries({ sender: alice, limit: 99 })).map((s) => s.version)[0]).toBe(5n);
      expect((await store.listEvents(new Uint8Array(40), 0n, 1))[0]?.sequenceNumber).toBe(3n);
      expect(await store.findBlockByHeight(1n)).toBeUndefined();
      expect((await store.readBlockByVersion(5n)).firstVersion).toBe(5n);
      expect((await store.oldestFrontier())?.leafCount).toBe(5n);
    });
    storeTest("to the head keeps the head's state", async (store) => {
      await filled(store);
      const head = await store.listState({ version: 20n, prefix: new Uint8Array(0), limit: 10 });
      await pruneAll(store, { stateVersion: 1_000n, ledgerVersion: 1_000n });
      expect(await store.summary()).toMatchObject({ version: 20n, oldestVersion: 20n, oldestLedgerVersion: 19n });
      expect(await store.listState({ version: 20n, prefix: new Uint8Array(0), limit: 10 })).toEqual(head);
      expect(await store.listEvents(new Uint8Array(40), 0n, 9)).toEqual([
        { sequenceNumber: 10n, version: 19n, index: 0 },
      ]);
      expect(await store.nextEventSequence(new Uint8Array(40))).toBe(11n);
      expect((await store.frontier())?.leafCount).toBe(21n);
    });
    storeTest("never moves a watermark back, nor the ledger's past the state's", async (store) => {
      await filled(store);
      await pruneAll(store, { stateVersion: 8n, ledgerVersion: 20n });
      expect(await store.summary()).toMatchObject({ oldestVersion: 8n, oldestLedgerVersion: 7n });
      await pruneAll(store, { stateVersion: 2n, ledgerVersion: 2n });
      expect(await store.summary()).toMatchObject({ oldestVersion: 8n, oldestLedgerVersion: 7n });
    });
    storeTest("and reading leave nothing for a verification to find", async (store) => {
      await filled(store);
      const whole = await store.verify();
      expect(whole).toMatchObject({ problems: [], records: 21 });
      await pruneAll(store, { stateVersion: 12n, ledgerVersion: 8n });
      const pruned = await store.verify();
      expect(pruned.problems).toEqual([]);
      expect(pruned.records).toBe(14);
      expect(pruned.stateRows).toBeLessThan(whole.stateRows);
    });
    storeTest("and committing go on in turns", async (store) => {
      const ledger = buildLedger();
      await store.commit(ledger.batch([[write(coin, 0), write(gone, 0)]]));
      for (let i = 2; i < 60; i += 2) {
        const removal = { key: gone, value: i % 8 === 0 ? undefined : Uint8Array.of(i) };
        await store.commit(ledger.batch([[write(coin, i), { writes: [removal] }]]));
        await store.prune({ stateVersion: BigInt(i - 5), ledgerVersion: BigInt(i - 9) }, 2);
        expect((await store.readState(BigInt(i), coin))?.bytes[0]).toBe(i);
        expect((await store.readState(BigInt(i + 1), gone))?.bytes[0]).toBe(removal.value?.[0]);
        expect((await store.verify()).problems).toEqual([]);
      }
    });
    storeTest("in steps of no rows is refused", async (store) => {
      await filled(store);
      const step = () => store.prune({ stateVersion: 3n, ledgerVersion: 3n }, 0);
      await expect(asked(step)).rejects.toMatchObject({ code: "invalid_argument" });
    });
  });

  describeLedgerBase(name, open);

  describe(`${name}: a closed store`, () => {
    test("refuses everything but closing again", async () => {
      const store = await open();
      await store.commit(buildLedger().batch([genesis]));
      await store.close();
      await store.close();
      const refusal = { code: "closed" };
      await expect(asked(() => store.summary())).rejects.toMatchObject(refusal);
      await expect(asked(() => store.readState(0n, coin))).rejects.toMatchObject(refusal);
      await expect(asked(() => store.commit(buildLedger().batch([])))).rejects.toMatchObject(refusal);
    });
  });
}
