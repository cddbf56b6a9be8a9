import { choosePruneTarget } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { describe, expect, test } from "vitest";
import { buildLedger } from "../src/build-ledger.ts";

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
