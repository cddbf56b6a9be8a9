import type { LedgerReader } from "@ledger/state-store";
import { expect, onTestFinished, test, vi } from "vitest";
import { unknownHealth } from "./node-health.ts";
import { findUnhealthy, findUnready } from "./probes.ts";

test("a store that hangs is found out in seconds", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const reader = { summary: () => new Promise<never>(() => undefined) } as unknown as LedgerReader;
  const found = Promise.all([findUnready, findUnhealthy].map((find) => find({ health: unknownHealth, reader })));
  await vi.advanceTimersByTimeAsync(3_000);
  const reason = "the ledger cannot be read: no answer for 3 s";
  expect(await found).toEqual([reason, reason]);
  expect(vi.getTimerCount()).toBe(0);
});
