import type { LedgerStore, PruneTarget } from "@ledger/state-store";
import { describe, expect } from "vitest";
import { buildLedger, testAccountKey, testHash } from "./build-ledger.ts";
import { alice, asked, coin, type StoreTest, text, write } from "./contract-basics.ts";

async function pruneAll(store: LedgerStore, target: PruneTarget, maxRows = 3): Promise<number> {
  for (let steps = 1; ; steps++) {
    if ((await store.prune(target, maxRows)).done) return steps;
    if (steps > 10_000) throw new Error("the prune does not end");
  }
}

/** The part of the drivers' contract that is about pruning. */
export function describePruning(name: string, storeTest: StoreTest): void {
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
}
