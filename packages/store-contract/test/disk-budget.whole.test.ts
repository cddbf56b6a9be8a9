import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LedgerStore, runPruner } from "@ledger/state-store";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { expect, onTestFinished, test } from "vitest";
import { buildLedger, testAccountKey, testAddress, testBytes } from "../src/build-ledger.ts";

const mebibyte = 2 ** 20;
const valueBytes = 4_000;
const keys = Array.from({ length: 50 }, (_, i) => testAccountKey(testAddress(i), 1, Uint8Array.of(i)));

/** A ledger of blocks of seven records, each of which overwrites a value that all blocks write. */
function growingLedger() {
  const ledger = buildLedger();
  let block = 0;
  const blockOf = (records: number) =>
    Array.from({ length: records }, (_, i) => ({
      writes: [{ key: keys[(block * 7 + i) % keys.length]!, value: testBytes(block, BigInt(i), 0, valueBytes) }],
    }));
  return {
    async grow(store: LedgerStore, blocks: number): Promise<void> {
      for (; blocks > 0; blocks--, block++) await store.commit(ledger.batch([blockOf(block === 0 ? 1 : 7)]));
    },
  };
}

function openStore(): { readonly store: LedgerStore; readonly path: string } {
  const folder = mkdtempSync(join(tmpdir(), "disk-budget-"));
  const path = join(folder, "ledger.db");
  const store = openSqliteStore(path);
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { store, path };
}

/** Runs a pruner with a budget while `work` is done between its looks; `false` ends it. */
async function pruneBeside(
  store: LedgerStore,
  diskBytes: number,
  work: (look: number) => Promise<boolean>,
): Promise<boolean> {
  const stop = new AbortController();
  let keepsUp = true;
  let look = 0;
  await runPruner({
    store,
    windows: { diskBytes },
    signal: stop.signal,
    async sleep(ms) {
      if (ms > 0 && !(await work(look++))) stop.abort();
    },
    onProgress: (report) => {
      keepsUp = report.keepsUp;
    },
  });
  return keepsUp;
}

test("a growing ledger stays within its disk budget and keeps as much history as fits", async () => {
  const { store, path } = openStore();
  const ledger = growingLedger();
  const budget = 4 * mebibyte;
  const sizes: number[] = [];
  const keepsUp = await pruneBeside(store, budget, async (look) => {
    await ledger.grow(store, 10);
    const { fileBytes, freeBytes } = await store.stats();
    sizes.push(fileBytes - freeBytes);
    return look < 100;
  });
  expect(keepsUp).toBe(true);
  // What comes between two looks is on top of the budget.
  const between = 10 * 7 * valueBytes * 2;
  expect(Math.max(...sizes.slice(20))).toBeLessThan(budget + between);
  expect(Math.min(...sizes.slice(40))).toBeGreaterThan(budget / 2);
  const summary = (await store.summary())!;
  expect(summary.version).toBe(7_063n);
  expect(summary.oldestVersion).toBeGreaterThan(5_000n);
  expect(summary.oldestLedgerVersion).toBeGreaterThan(summary.oldestVersion - 7n);
  await store.close();
  expect(statSync(path).size).toBeLessThan(budget + 2 * between);
});

test("a smaller budget is met in the end, and the file gives the space back", async () => {
  const { store } = openStore();
  await growingLedger().grow(store, 700);
  const budget = 2 * mebibyte;
  expect((await store.stats()).fileBytes).toBeGreaterThan(4 * budget);
  await pruneBeside(store, budget, async (look) => look < 60);
  const { fileBytes } = await store.stats();
  expect(fileBytes).toBeLessThanOrEqual(budget);
  const { version, oldestVersion } = (await store.summary())!;
  expect(oldestVersion).toBeLessThan(version);
  expect(await store.readState(oldestVersion, keys[0]!)).toBeDefined();
});
