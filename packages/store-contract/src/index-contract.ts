import type { CommitBatch, EventPage, EventPlace, LedgerStore } from "@ledger/state-store";
import type { HashValue } from "@ledger/types";
import { describe, expect } from "vitest";
import { buildLedger, type RecordSpec, testAddress } from "./build-ledger.ts";
import { alice, asked, bob, genesis, type StoreTest, text } from "./contract-basics.ts";

/** The part of the drivers' contract that is about the indexes of records, and of events by topic. */
export function describeIndexes(name: string, storeTest: StoreTest): void {
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
}
