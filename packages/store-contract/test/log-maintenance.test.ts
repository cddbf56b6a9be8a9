import { join } from "node:path";
import { StoreError } from "@ledger/state-store";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { afterAll, expect, test } from "vitest";
import { makeScratchFolder, removeScratchFolder } from "../scripts/scratch-folder.ts";
import { buildLedger, testAccountKey, testAddress, testBytes } from "../src/build-ledger.ts";

const folder = makeScratchFolder("log-maintenance");
afterAll(() => removeScratchFolder(folder));
const keyOf = (i: number) => testAccountKey(testAddress(i), 1, Uint8Array.of(1));

test.each([
  ["even blocks", () => 50],
  ["blocks of very different sizes", (block: number) => [1, 300, 7, 90][block % 4]!],
] as const)("%s: the log stays within two parts, and each commit merges about what it brings", (name, sizeOf) => {
  const logRows = 1_000;
  const path = join(folder, `${name}.db`);
  let merges = 0;
  const store = openSqliteStore(path, {
    logRows,
    onStep(step, moment) {
      if (step === "merge" && moment === "after") merges++;
    },
  });
  const ledger = buildLedger();
  for (let block = 0; block < 120; block++) {
    const writes = Array.from({ length: sizeOf(block) }, (_, i) => ({
      key: keyOf((block * 37 + i) % 700),
      value: testBytes(block, BigInt(i), 1, 20),
    }));
    merges = 0;
    store.commit(ledger.batch([[{ writes }]]));
    // More than one step would mean that a commit carries a merge that is not its own.
    expect(merges).toBeLessThanOrEqual(1);
    const { unmergedRows } = store.stats() as { unmergedRows: number };
    // The largest block comes on top.
    expect(unmergedRows).toBeLessThanOrEqual(2 * logRows + 300);
  }
  store.close();
});

test("a merge that fails leaves its commit durable, and fails the next one until it succeeds", () => {
  const path = join(folder, "failing.db");
  let isFull = false;
  const store = openSqliteStore(path, {
    logRows: 100,
    onStep(step, moment) {
      if (isFull && step === "merge" && moment === "before") throw new StoreError("disk_full", "there is no room");
    },
  });
  const ledger = buildLedger();
  let blocks = 0;
  const next = () => {
    const value = Uint8Array.of(blocks++);
    return ledger.batch([[{ writes: Array.from({ length: 60 }, (_, i) => ({ key: keyOf(i), value })) }]]);
  };
  for (let i = 0; i < 4; i++) store.commit(next());
  isFull = true;
  store.commit(next());
  expect(store.summary()).toMatchObject({ version: 4n });
  const refused = next();
  expect(() => store.commit(refused)).toThrow(expect.objectContaining({ code: "disk_full" }));
  expect(store.summary()).toMatchObject({ version: 4n });
  expect(store.readState(4n, keyOf(7))).toMatchObject({ bytes: Uint8Array.of(4) });
  isFull = false;
  store.commit(refused);
  expect(store.readState(5n, keyOf(7))).toMatchObject({ bytes: Uint8Array.of(5) });
  expect(store.verify()).toMatchObject({ problems: [] });
  store.close();
});
