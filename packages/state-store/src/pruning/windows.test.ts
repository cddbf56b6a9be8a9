import { describe, expect, test } from "vitest";
import type { LedgerSummary, StoreStats } from "../port.ts";
import { leavingRoom, targetByDisk } from "./windows.ts";

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
  test("is shared with what is made from the ledger", () => {
    expect(leavingRoom({ timeUsecs: 5n, diskBytes: 1_000 }, 300)).toEqual({ timeUsecs: 5n, diskBytes: 700 });
    expect(leavingRoom({ diskBytes: 1_000 }, 3_000)).toEqual({ diskBytes: 0 });
    expect(leavingRoom({ versions: 5n }, 3_000)).toEqual({ versions: 5n });
  });
  test("never takes the head", () => {
    const bare = { ...summary, oldestVersion: 900n, oldestLedgerVersion: 900n };
    expect(targetByDisk(bare, stats, 1, 900n)).toBeUndefined();
  });
});
