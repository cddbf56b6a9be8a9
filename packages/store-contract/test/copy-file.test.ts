import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { copySqliteStore, openSqliteReader, openSqliteStore, replaceSqliteStore } from "@ledger/state-store/sqlite";
import { afterAll, expect, test } from "vitest";
import { makeScratchFolder, removeScratchFolder } from "../scripts/scratch-folder.ts";
import { buildLedger, testAccountKey, testAddress, testBytes } from "../src/build-ledger.ts";

const folder = makeScratchFolder("copy-file");
afterAll(() => removeScratchFolder(folder));
const key = testAccountKey(testAddress(1), 1, Uint8Array.of(1));

/** Opens a new store with so many blocks of 4 KiB. */
function openFilled(path: string, blocks: number) {
  const store = openSqliteStore(path);
  const ledger = buildLedger();
  const grow = (i: number): void => {
    store.commit(ledger.batch([[{ writes: [{ key, value: testBytes(i, 0n, 1, 4_096) }] }]]));
  };
  for (let i = 0; i < blocks; i++) grow(i);
  return { store, grow };
}

const headOf = (path: string): bigint | undefined => {
  const reader = openSqliteReader(path);
  const head = (reader.summary() as { version: bigint } | undefined)?.version;
  reader.close();
  return head;
};

test("a copy is as of its beginning, whatever is committed meanwhile, and appears whole", async () => {
  const [path, copy] = [join(folder, "busy.db"), join(folder, "busy-copy.db")];
  const { store, grow } = openFilled(path, 2_000);
  const head = headOf(path);
  let steps = 0;
  await copySqliteStore(path, copy, {
    onProgress({ copiedPages, totalPages }) {
      expect(copiedPages).toBeLessThanOrEqual(totalPages);
      expect(existsSync(copy)).toBe(false);
      grow(3_000 + steps++);
    },
  });
  expect(steps).toBeGreaterThan(1);
  expect(headOf(copy)).toBe(head);
  expect(headOf(path)).toBe(head! + BigInt(steps));
  const copied = openSqliteStore(copy);
  expect((await copied.verify()).problems).toEqual([]);
  copied.close();
  store.close();
});

test("a copy that is abandoned leaves nothing, and one never overwrites a file", async () => {
  const [path, copy] = [join(folder, "given-up.db"), join(folder, "given-up-copy.db")];
  const { store } = openFilled(path, 2_000);
  const stop = new AbortController();
  const reason = new Error("enough");
  const stopped = copySqliteStore(path, copy, { signal: stop.signal, onProgress: () => stop.abort(reason) });
  await expect(stopped).rejects.toBe(reason);
  expect(readdirSync(folder).filter((name) => name.startsWith("given-up-copy"))).toEqual([]);
  await copySqliteStore(path, copy);
  await expect(copySqliteStore(path, copy)).rejects.toMatchObject({ code: "invalid_argument" });
  await expect(copySqliteStore(join(folder, "none.db"), join(folder, "x.db"))).rejects.toMatchObject({
    code: "not_a_store",
  });
  store.close();
});

test("a store is replaced when nobody has it open, log and all", async () => {
  const [path, other] = [join(folder, "old.db"), join(folder, "new.db")];
  const old = openFilled(path, 50);
  openFilled(other, 5).store.close();
  const size = statSync(other).size;
  expect(() => replaceSqliteStore(other, path)).toThrow(expect.objectContaining({ code: "store_locked" }));
  old.store.close();
  const reader = openSqliteReader(path);
  reader.summary();
  expect(() => replaceSqliteStore(other, path)).toThrow(expect.objectContaining({ code: "store_locked" }));
  expect(headOf(path)).toBe(49n);
  reader.close();
  replaceSqliteStore(other, path);
  expect(headOf(path)).toBe(4n);
  expect([existsSync(other), statSync(path).size]).toEqual([false, size]);
  const place = join(folder, "nothing-yet.db");
  replaceSqliteStore(path, place);
  expect(headOf(place)).toBe(4n);
});
