import type { LedgerStore } from "@ledger/state-store";
import type { Awaitable } from "@ledger/types";
import { test } from "vitest";
import { type RecordSpec, testAccountKey, testAddress } from "./build-ledger.ts";

/** Opens an empty store for one test; `close` of the store ends it. */
export type LedgerStoreFactory = () => Awaitable<LedgerStore>;

/** Defines a test that is given an empty store. */
export type StoreTest = (title: string, work: (store: LedgerStore) => Promise<void>) => void;

/** Makes the definer of tests of one driver. */
export function createStoreTest(open: LedgerStoreFactory): StoreTest {
  return (title, work) => {
    test(title, async () => {
      const store = await open();
      try {
        await work(store);
      } finally {
        await store.close();
      }
    });
  };
}

export const text: { encode(text: string): Uint8Array } = new TextEncoder();
export const alice: ReturnType<typeof testAddress> = testAddress(0xa11ce);
export const bob: ReturnType<typeof testAddress> = testAddress(0xb0b);
export const coin: Uint8Array = testAccountKey(alice, 1, text.encode("coin"));
/** The records of the first block. */
export const genesis: readonly RecordSpec[] = [{ writes: [{ key: coin, value: Uint8Array.of(0) }] }];

/** A read that may answer at once, later, or by throwing: always as a promise. */
export async function asked<T>(read: () => Awaitable<T>): Promise<T> {
  return read();
}

/** A record that writes one value. */
export function write(key: Uint8Array, ...value: number[]): RecordSpec {
  return { writes: [{ key, value: Uint8Array.from(value) }] };
}
