import type { LedgerStore } from "@ledger/state-store";
import { describe, expect } from "vitest";
import { buildLedger, testAccountKey } from "./build-ledger.ts";
import { alice, asked, bob, coin, genesis, type StoreTest, text, write } from "./contract-basics.ts";

/** The part of the drivers' contract that is about state at versions, and listings of it. */
export function describeState(name: string, storeTest: StoreTest): void {
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
}
