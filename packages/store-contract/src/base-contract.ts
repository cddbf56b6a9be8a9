import type { BaseValueFound, LedgerBase, LedgerStore } from "@ledger/state-store";
import type { Awaitable } from "@ledger/types";
import { describe, expect } from "vitest";
import { buildLedger, testAccountKey, testFrontier } from "./build-ledger.ts";
import { alice, asked, coin, type StoreTest, text } from "./contract-basics.ts";

const other = testAccountKey(alice, 1, text.encode("other"));
const table = Uint8Array.of(1, 2, 3);
const prefix = coin.subarray(0, 33);

const whole: LedgerBase = { version: 50n, blockHeight: 7n, frontier: testFrontier(1, 50n), state: "whole" };
const partial: LedgerBase = { version: 50n, blockHeight: 7n, frontier: undefined, state: "partial" };
const start = { version: 50n, height: 7n } as const;

function found(key: Uint8Array, byte: number, origin?: string): BaseValueFound {
  return { key, kind: "value", value: Uint8Array.of(byte), metadata: undefined, origin };
}

/** The part of the drivers' contract that is about ledgers which begin above version 0. */
export function describeLedgerBase(driver: string, storeTest: StoreTest): void {
  async function bytes(store: LedgerStore, version: bigint, key: Uint8Array): Promise<number | undefined> {
    return (await store.readState(version, key))?.bytes[0];
  }
  async function refusal(read: () => Awaitable<unknown>): Promise<unknown> {
    return asked(read).then(
      () => "no refusal",
      (error: unknown) => error,
    );
  }

  describe(`${driver}: a ledger with a whole base`, () => {
    storeTest("begins at its version, with the state before and its accumulator", async (store) => {
      await store.begin(whole);
      expect(await store.summary()).toBeUndefined();
      const metadata = Uint8Array.of(7, 7);
      await store.addBaseValues([{ ...found(coin, 1), metadata }]);
      await store.addBaseValues([found(table, 2), found(coin, 9)]);
      const ledger = buildLedger(start);
      await store.commit(ledger.batch([[{}, { writes: [{ key: coin, value: Uint8Array.of(3) }] }]]));
      expect(await store.summary()).toMatchObject({
        version: 51n,
        oldestVersion: 50n,
        oldestLedgerVersion: 50n,
        blockHeight: 7n,
        oldestBlockHeight: 7n,
        lastModuleVersion: 50n,
        base: { version: 50n, state: "whole" },
      });
      expect(await store.readState(50n, coin)).toEqual({ bytes: Uint8Array.of(1), metadata, version: 49n });
      expect(await bytes(store, 51n, coin)).toBe(3);
      expect(await store.readState(51n, other)).toBeUndefined();
      const listed = await store.listState({ version: 51n, prefix: new Uint8Array(0), limit: 9 });
      expect(listed.entries.map((entry) => entry.bytes[0])).toEqual([3, 2]);
      expect(await store.findValueOrigin(51n, coin)).toBeUndefined();
      expect((await store.oldestFrontier())?.leafCount).toBe(50n);
      expect((await store.frontier())?.leafCount).toBe(52n);
      for (const read of [() => store.readState(49n, coin), () => store.readRecord(49n)]) {
        expect(await refusal(read)).toMatchObject({
          details: { code: "version_pruned", requested: 49n, oldest: 50n },
        });
      }
      expect((await store.verify()).problems).toEqual([]);
    });
    storeTest("takes nothing that does not follow, and no base values once it has begun", async (store) => {
      await store.begin(whole);
      const genesis = buildLedger().batch([[{}]]);
      expect(await refusal(() => store.commit(genesis))).toMatchObject({ code: "batch_not_contiguous" });
      const unchained = buildLedger({ ...start, isChained: false }).batch([[{}]]);
      expect(await refusal(() => store.commit(unchained))).toMatchObject({ code: "batch_invalid" });
      const invalid = { code: "invalid_argument" };
      expect(await refusal(() => store.addBaseValues([{ key: coin, kind: "absent" }]))).toMatchObject(invalid);
      await store.commit(buildLedger(start).batch([[{}]]));
      expect(await refusal(() => store.addBaseValues([found(coin, 1)]))).toMatchObject(invalid);
      expect(await refusal(() => store.begin(whole))).toMatchObject(invalid);
      expect(await refusal(() => store.completeAccount(prefix, 50n, "x"))).toMatchObject(invalid);
    });
    storeTest("forgets a load that is begun again", async (store) => {
      const invalid = { code: "invalid_argument" };
      expect(await refusal(() => store.addBaseValues([found(coin, 1)]))).toMatchObject(invalid);
      await store.begin(whole);
      await store.addBaseValues([found(coin, 1), found(other, 1)]);
      await store.begin({ ...whole, version: 60n, blockHeight: 9n, frontier: testFrontier(1, 60n) });
      await store.addBaseValues([found(other, 2)]);
      await store.commit(buildLedger({ version: 60n, height: 9n }).batch([[{}]]));
      expect(await bytes(store, 60n, coin)).toBeUndefined();
      expect(await bytes(store, 60n, other)).toBe(2);
      expect((await store.verify()).problems).toEqual([]);
    });
    storeTest("refuses a base that contradicts itself", async (store) => {
      const invalid = { code: "invalid_argument" };
      for (const base of [
        { ...whole, version: 0n, frontier: undefined },
        { ...whole, blockHeight: 0n },
        { ...whole, frontier: testFrontier(1, 51n) },
      ]) {
        expect(await refusal(() => store.begin(base))).toMatchObject(invalid);
      }
    });
    storeTest("prunes base values like others", async (store) => {
      await store.begin(whole);
      await store.addBaseValues([found(coin, 1), found(other, 2)]);
      const ledger = buildLedger(start);
      await store.commit(ledger.batch([[{}], [{ writes: [{ key: coin, value: undefined }] }], [{}]]));
      const target = { stateVersion: 52n, ledgerVersion: 52n };
      expect(await store.planPrune(target)).toMatchObject({ stateRows: 2, records: 2 });
      while (!(await store.prune(target, 1)).done);
      expect((await store.verify()).stateRows).toBe(1);
      expect(await bytes(store, 52n, other)).toBe(2);
      expect((await store.verify()).problems).toEqual([]);
    });
  });

  describe(`${driver}: a ledger with a partial base`, () => {
    async function begun(store: LedgerStore) {
      await store.begin(partial);
      const ledger = buildLedger({ ...start, isChained: false });
      await store.commit(ledger.batch([[{}], [{}, { writes: [{ key: coin, value: Uint8Array.of(5) }] }]]));
      return ledger;
    }

    storeTest("says what it does not know instead of guessing", async (store) => {
      await begun(store);
      expect(await store.frontier()).toBeUndefined();
      expect(await store.oldestFrontier()).toBeUndefined();
      const unknown = { details: { code: "state_unknown", requested: 51n, key: coin, firstWrite: 52n } };
      expect(await refusal(() => store.readState(51n, coin))).toMatchObject(unknown);
      const never = await refusal(() => store.readState(52n, table));
      expect(never).toMatchObject({ details: { code: "state_unknown", key: table, firstWrite: undefined } });
      expect(await bytes(store, 52n, coin)).toBe(5);
      for (const listed of [new Uint8Array(0), prefix, coin]) {
        expect(await refusal(() => store.listState({ version: 52n, prefix: listed, limit: 1 }))).toMatchObject({
          details: { code: "listing_unknown", prefix: listed },
        });
      }
    });
    storeTest("learns base values, with who vouches for them", async (store) => {
      const ledger = await begun(store);
      await store.addBaseValues([
        found(coin, 1, "one.example"),
        { key: table, kind: "absent", origin: "two.example" },
        { key: other, kind: "lost" },
      ]);
      await store.addBaseValues([found(coin, 2, "later.example")]);
      expect(await bytes(store, 50n, coin)).toBe(1);
      expect(await bytes(store, 51n, coin)).toBe(1);
      expect(await bytes(store, 52n, coin)).toBe(5);
      expect(await store.readState(52n, table)).toBeUndefined();
      expect(await store.findValueOrigin(51n, coin)).toBe("one.example");
      expect(await store.findValueOrigin(52n, coin)).toBeUndefined();
      expect(await store.findValueOrigin(50n, table)).toBe("two.example");
      const lost = (firstWrite: bigint | undefined) => ({
        details: { code: "state_unavailable", key: other, firstWrite },
      });
      expect(await refusal(() => store.readState(52n, other))).toMatchObject(lost(undefined));
      await store.commit(ledger.batch([[{ writes: [{ key: other, value: Uint8Array.of(8) }] }]]));
      expect(await refusal(() => store.readState(52n, other))).toMatchObject(lost(53n));
      expect(await bytes(store, 53n, other)).toBe(8);
      expect((await store.verify()).problems).toEqual([]);
    });
    storeTest("lists an account once it is complete", async (store) => {
      const ledger = await begun(store);
      await store.addBaseValues([found(other, 2, "one.example")]);
      await store.completeAccount(prefix, 51n, "one.example");
      // The key was first written after the version of the listing, so it did not exist before.
      expect(await store.readState(51n, coin)).toBeUndefined();
      expect(await store.findValueOrigin(51n, coin)).toBe("one.example");
      expect(await store.findListingOrigin(51n, prefix)).toBe("one.example");
      const query = { version: 52n, prefix, limit: 9 };
      expect((await store.listState(query)).entries.map((entry) => entry.bytes[0])).toEqual([5, 2]);
      expect((await store.listState({ ...query, version: 50n })).entries).toHaveLength(1);
      expect((await store.listState({ ...query, prefix: other })).entries).toHaveLength(1);
      const absent = testAccountKey(alice, 1, text.encode("absent"));
      expect(await store.readState(52n, absent)).toBeUndefined();
      await store.commit(ledger.batch([[{ writes: [{ key: absent, value: Uint8Array.of(1) }] }]]));
      expect(await store.readState(52n, absent)).toBeUndefined();
      // A key that had been written by the version of the listing may have existed before.
      await store.completeAccount(prefix, 52n, "one.example");
      expect(await refusal(() => store.listState({ ...query, version: 50n }))).toMatchObject({
        details: { code: "state_unknown", key: coin, firstWrite: 52n },
      });
    });
    storeTest("keeps what it knows to be absent when it prunes", async (store) => {
      const ledger = await begun(store);
      await store.addBaseValues([{ key: table, kind: "absent", origin: "x" }, found(other, 2, "x")]);
      await store.commit(
        ledger.batch([
          [{ writes: [coin, other].map((key) => ({ key, value: undefined })) }],
          [{}],
          [{ writes: [coin, table].map((key) => ({ key, value: Uint8Array.of(6) })) }],
        ]),
      );
      const target = { stateVersion: 54n, ledgerVersion: 54n };
      const plan = await store.planPrune(target);
      const before = (await store.verify()).stateRows;
      while (!(await store.prune(target, 1)).done);
      expect(before - (await store.verify()).stateRows).toBe(plan.stateRows);
      for (const key of [coin, table, other]) expect(await store.readState(54n, key)).toBeUndefined();
      expect(await bytes(store, 55n, table)).toBe(6);
      // No kept version sees the base of these any more.
      await store.addBaseValues([found(coin, 9, "x"), found(other, 9, "x")]);
      expect(await store.readState(54n, coin)).toBeUndefined();
      expect(await store.findValueOrigin(54n, table)).toBe("x");
      expect((await store.verify()).problems).toEqual([]);
    });
    storeTest("refuses completions outside of the ledger or of no account", async (store) => {
      await begun(store);
      const invalid = { code: "invalid_argument" };
      for (const [account, version] of [
        [prefix, 49n],
        [prefix, 53n],
        [coin, 52n],
      ] as const) {
        expect(await refusal(() => store.completeAccount(account, version, "x"))).toMatchObject(invalid);
      }
    });
  });
}
