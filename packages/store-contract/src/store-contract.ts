import type { CommitBatch } from "@ledger/state-store";
import { describe, expect, test } from "vitest";
import { describeLedgerBase } from "./base-contract.ts";
import { buildLedger, testAccountKey } from "./build-ledger.ts";
import {
  alice,
  asked,
  coin,
  createStoreTest,
  genesis,
  type LedgerStoreFactory,
  text,
  write,
} from "./contract-basics.ts";
import { describeIndexes } from "./index-contract.ts";
import { describePruning } from "./prune-contract.ts";
import { describeState } from "./state-contract.ts";

/**
 * The behaviour that every driver of the port shares, as tests of one driver. Call it at the top of a test file.
 *
 * @param open - makes an empty store
 * @param largest - number that it can keep: an exact integer of JavaScript, where it has columns
 */
export function describeLedgerStore(
  name: string,
  open: LedgerStoreFactory,
  largest = BigInt(Number.MAX_SAFE_INTEGER),
): void {
  const storeTest = createStoreTest(open);

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
    storeTest("says who has written last, with the head that it moves", async (store) => {
      const ledger = buildLedger();
      const largest = Number.MAX_SAFE_INTEGER;
      for (const incarnation of [undefined, 7, largest, undefined]) {
        await store.commit({ ...ledger.batch([[{}]]), incarnation });
        expect((await store.summary())?.incarnation).toBe(incarnation);
      }
      await store.commit({ ...ledger.batch([]), incarnation: 8 });
      expect((await store.summary())?.incarnation).toBeUndefined();
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
    storeTest("without blocks changes nothing", async (store) => {
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
        { ...good, blocks: [{ ...block!, epoch: largest + 1n }] },
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

  describeState(name, storeTest);
  describeIndexes(name, storeTest);
  describePruning(name, storeTest);
  describeLedgerBase(name, storeTest);

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
