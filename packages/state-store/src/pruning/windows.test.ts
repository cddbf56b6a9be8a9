import { describe, expect, test } from "vitest";
import { createMemoryStore } from "../memory/index.ts";
import type { LedgerSummary, StoreStats } from "../port.ts";
import { buildLedger } from "../testing/index.ts";
import { choosePruneTarget, targetByDisk } from "./windows.ts";

/** Blocks one second apart, two versions each, after a genesis with timestamp 0. */
async function storeOf(blocks: number) {
  const store = createMemoryStore();
  await store.commit(buildLedger().batch([[{}], ...Array.from({ length: blocks }, () => [{}, {}])]));
  return store;
}

describe("windows", () => {
  test("of an empty store choose nothing", async () => {
    expect(await choosePruneTarget(createMemoryStore(), { versions: 1n })).toBeUndefined();
  });
  test("that are absent keep everything", async () => {
    expect(await choosePruneTarget(await storeOf(5), {})).toMatchObject({ stateVersion: 0n, ledgerVersion: 0n });
  });
  test("by versions keep that many below the head", async () => {
    const store = await storeOf(10);
    expect(await choosePruneTarget(store, { versions: 4n })).toMatchObject({ stateVersion: 16n, ledgerVersion: 16n });
    expect(await choosePruneTarget(store, { versions: 0n })).toMatchObject({ stateVersion: 20n, ledgerVersion: 20n });
    expect(await choosePruneTarget(store, { versions: 400n })).toMatchObject({ stateVersion: 0n, ledgerVersion: 0n });
  });
  test("by time keep the blocks that are young enough", async () => {
    const store = await storeOf(10);
    // The head's block is the tenth; those of the last three seconds begin with the seventh, at version 13.
    expect(await choosePruneTarget(store, { timeUsecs: 3_000_000n })).toMatchObject({ stateVersion: 13n });
    expect(await choosePruneTarget(store, { timeUsecs: 2_999_999n })).toMatchObject({ stateVersion: 15n });
    expect(await choosePruneTarget(store, { timeUsecs: 0n })).toMatchObject({ stateVersion: 19n });
    expect(await choosePruneTarget(store, { timeUsecs: 2n ** 60n })).toMatchObject({ stateVersion: 0n });
  });
  test("of several kinds: the tightest counts", async () => {
    const windows = { versions: 10n, timeUsecs: 3_000_000n };
    expect(await choosePruneTarget(await storeOf(10), windows)).toMatchObject({ stateVersion: 13n });
    expect(await choosePruneTarget(await storeOf(10), { ...windows, versions: 2n })).toMatchObject({
      stateVersion: 18n,
    });
  });
  test("keep ledger records at least as long as state", async () => {
    const store = await storeOf(10);
    const longer = await choosePruneTarget(store, { versions: 4n, ledgerVersions: 9n });
    expect(longer).toMatchObject({ stateVersion: 16n, ledgerVersion: 11n });
    const shorter = await choosePruneTarget(store, { versions: 4n, ledgerVersions: 1n });
    expect(shorter).toMatchObject({ stateVersion: 16n, ledgerVersion: 16n });
  });
});

describe("a disk budget", () => {
  const stats = { fileBytes: 1_000, freeBytes: 0, walBytes: 0, unmergedRows: 0, sweepLag: 0n } satisfies StoreStats;
  const summary = { version: 900n, oldestVersion: 100n, oldestLedgerVersion: 20n } as LedgerSummary;
  test("that is met takes nothing", () => {
    expect(targetByDisk(summary, stats, 1_000, 100n)).toBeUndefined();
    expect(targetByDisk(summary, { ...stats, freeBytes: 500 }, 500, 100n)).toBeUndefined();
  });
  test("takes the records below the state first", () => {
    expect(targetByDisk(summary, stats, 960, 100n)).toEqual({ stateVersion: 100n, ledgerVersion: 28n });
  });
  test("then takes state and records together, a part at a time", () => {
    const even = { ...summary, oldestLedgerVersion: 100n };
    expect(targetByDisk(even, stats, 960, 100n)).toEqual({ stateVersion: 180n, ledgerVersion: 180n });
    expect(targetByDisk(even, stats, 1, 100n)).toEqual({ stateVersion: 200n, ledgerVersion: 200n });
    expect(targetByDisk({ ...even, oldestVersion: 899n, oldestLedgerVersion: 899n }, stats, 999, 899n)).toEqual({
      stateVersion: 900n,
      ledgerVersion: 900n,
    });
  });
  test("never takes the head", () => {
    const bare = { ...summary, oldestVersion: 900n, oldestLedgerVersion: 900n };
    expect(targetByDisk(bare, stats, 1, 900n)).toBeUndefined();
  });
});
