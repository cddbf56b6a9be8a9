import type { StoredValue } from "@ledger/state-store";
import { expect, test } from "vitest";
import { KeptItems, type StatePlace } from "./kept-items.ts";

/** A store whose items are its versions and keys, and that counts its reads. */
function countingStore() {
  const reads: string[] = [];
  const readState: StatePlace["store"]["readState"] = (version, key) => {
    reads.push(`${version} ${key}`);
    if (key[0] === 0) return undefined;
    return { version, bytes: Uint8Array.of(Number(version), ...key), metadata: undefined } satisfies StoredValue;
  };
  return { reads, store: { readState } };
}

test("items of one version are read once, also those that are not there, and are the same objects", () => {
  const { reads, store } = countingStore();
  const place: StatePlace = { store, version: 3n, incarnation: 1 };
  const items = new KeptItems();
  const [first, again] = [items.reader(place), items.reader({ ...place })];
  expect(again(3n, Uint8Array.of(7))).toBe(first(3n, Uint8Array.of(7)));
  expect([first(3n, Uint8Array.of(0)), again(3n, Uint8Array.of(0))]).toEqual([undefined, undefined]);
  expect(reads).toEqual(["3 7", "3 0"]);
});

test("another version, another ledger and another store are read for themselves", () => {
  const [one, other] = [countingStore(), countingStore()];
  const items = new KeptItems();
  const place: StatePlace = { store: one.store, version: 3n, incarnation: 1 };
  const places = [
    place,
    { ...place, version: 4n },
    { ...place, incarnation: 2 },
    { ...place, store: other.store },
    place,
  ];
  for (const at of places) items.reader(at)(at.version, Uint8Array.of(7));
  expect(one.reads).toEqual(["3 7", "4 7", "3 7", "3 7"]);
  expect(other.reads).toEqual(["3 7"]);
});

test("a reader of an older version goes on with what it has, whatever others ask for", async () => {
  const { store } = countingStore();
  const items = new KeptItems();
  const slow = { readState: async (...read: Parameters<typeof store.readState>) => store.readState(...read) };
  const place: StatePlace = { store: slow, version: 3n, incarnation: 1 };
  const older = items.reader(place);
  const pending = older(3n, Uint8Array.of(7));
  const newer = items.reader({ ...place, version: 4n });
  expect((await newer(4n, Uint8Array.of(7)))?.bytes).toEqual(Uint8Array.of(4, 7));
  expect((await pending)?.bytes).toEqual(Uint8Array.of(3, 7));
  expect((await older(3n, Uint8Array.of(7)))?.bytes).toEqual(Uint8Array.of(3, 7));
});
