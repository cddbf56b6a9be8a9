import type { LedgerReader, LedgerSummary } from "@ledger/state-store";
import { expect, test } from "vitest";
import { VersionWaiter } from "./version-waiter.ts";

/** A store whose head is set by the test; its waiter looks by itself only after an hour. */
function createStore() {
  const store = { version: 0n, looks: 0 };
  const summary = () => {
    store.looks += 1;
    return { version: store.version } as LedgerSummary;
  };
  const waiter = new VersionWaiter({ summary } as LedgerReader, { longest: 5_000, interval: 3_600_000, most: 2 });
  return { store, waiter };
}

test("a version that came before the wait began is found at once", async () => {
  const { store, waiter } = createStore();
  store.version = 5n;
  expect(await waiter.await(5n)).toMatchObject({ version: 5n });
});

test("a commit wakes those who wait for it, and leaves the others waiting", async () => {
  const { store, waiter } = createStore();
  const [first, second] = [waiter.await(1n), waiter.await(2n)];
  await new Promise(setImmediate);
  store.version = 1n;
  waiter.wake();
  expect(await first).toMatchObject({ version: 1n });
  store.version = 2n;
  waiter.wake();
  expect(await second).toMatchObject({ version: 2n });
});

test("more than may wait are answered at once, and all are answered at the end", async () => {
  const { waiter } = createStore();
  const waiting = [waiter.await(9n), waiter.await(9n)];
  expect(await waiter.await(9n)).toBeUndefined();
  expect(await waiter.await(9n, 0)).toBeUndefined();
  waiter.close();
  expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
});
