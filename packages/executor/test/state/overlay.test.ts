import { moduleKey, parseAddress, type StateItem, StateValueMetadata } from "@ledger/types";
import { expect, test } from "vitest";
import { type Change, ChangeSet, Overlay } from "../../src/index.ts";

const account = parseAddress("0xa11ce");
const [one, two, none] = ["one", "two", "none"].map((name) => moduleKey(account, name)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
/** Bytes that count for a module but for its name and code: the address, then its path of variant, address and length. */
const keyBytes = 32 + (1 + 32 + 1);
const metadata = { kind: "V0", value: { deposit: 3n, creationTimeUsecs: 7n } } as const;
/** Variant 0, then two numbers of eight bytes. */
const encodedMetadata = Uint8Array.of(0, 3, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0);

function change(key: Uint8Array, kind: Change["kind"], value: readonly number[], previousSize = 0): Change {
  return { key, item: "module", kind, value: Uint8Array.from(value), metadata: undefined, previousSize };
}

function slowState(items: readonly (readonly [Uint8Array, StateItem])[]) {
  const asked: Uint8Array[] = [];
  const get = async (key: Uint8Array): Promise<StateItem | undefined> => {
    asked.push(key);
    return items.find(([known]) => known === key)?.[1];
  };
  return { asked, get };
}

test("a whole state has what was written, and counts it", () => {
  const state = Overlay.of([
    { key: one, value: Uint8Array.of(1, 2), metadata: undefined },
    { key: two, value: Uint8Array.of(3), metadata: encodedMetadata },
  ]);
  expect(state.get(one)).toEqual({ bytes: Uint8Array.of(1, 2) });
  expect(state.get(two)).toEqual({ bytes: Uint8Array.of(3), metadata: encodedMetadata });
  expect(state.get(none)).toBeUndefined();
  expect(state.usage()).toEqual({ items: 2n, bytes: BigInt(2 * (keyBytes + 3) + 3) });
  state.apply([change(one, "deletion", [], 2), change(two, "modification", [4, 5], 1)]);
  expect([state.get(one), state.get(two)]).toEqual([undefined, { bytes: Uint8Array.of(4, 5) }]);
  expect(state.usage()).toEqual({ items: 1n, bytes: BigInt(keyBytes + 3 + 2) });
});

test("an item of the state below is asked for once, also one that is not there", async () => {
  const below = slowState([[one, { bytes: Uint8Array.of(1) }]]);
  const state = new Overlay(below, { items: 10n, bytes: 1_000n });
  expect(await state.get(one)).toEqual({ bytes: Uint8Array.of(1) });
  expect(await state.get(none)).toBeUndefined();
  expect([state.get(one), state.get(none)]).toEqual([{ bytes: Uint8Array.of(1) }, undefined]);
  expect(below.asked).toEqual([one, none]);
});

test("usage over a state below follows what was read, and else what a change says of it", async () => {
  const below = slowState([
    [one, { bytes: Uint8Array.of(1) }],
    [two, { bytes: Uint8Array.of(1, 2, 3) }],
  ]);
  const state = new Overlay(below, { items: 10n, bytes: 1_000n });
  expect(() => state.write({ key: one, value: undefined, metadata: undefined })).toThrow("must be read");
  await state.get(one);
  state.write({ key: one, value: undefined, metadata: undefined });
  expect(state.usage()).toEqual({ items: 9n, bytes: BigInt(1_000 - (keyBytes + 3) - 1) });
  state.apply([change(two, "modification", [9], 3), change(none, "creation", [1])]);
  expect(state.usage()).toEqual({ items: 10n, bytes: BigInt(1_000 - (keyBytes + 3) - 1 - 2 + keyBytes + 4 + 1) });
});

test("an item that is written while a read of it waits stays as it was written", async () => {
  const below = slowState([[one, { bytes: Uint8Array.of(1) }]]);
  const state = new Overlay(below);
  const reading = state.get(one);
  state.apply([change(one, "modification", [2], 1)]);
  expect(await reading).toEqual({ bytes: Uint8Array.of(2) });
  expect(state.get(one)).toEqual({ bytes: Uint8Array.of(2) });
});

test("changes are the latest write of each item, once", () => {
  const state = new Overlay();
  state.apply([{ ...change(one, "creation", [1]), metadata }, change(two, "creation", [2])]);
  state.apply([change(two, "deletion", [], 1)]);
  expect(state.takeChanges()).toEqual([
    { key: one, value: Uint8Array.of(1), metadata: encodedMetadata },
    { key: two, value: undefined, metadata: undefined },
  ]);
  expect(state.takeChanges()).toEqual([]);
  expect(StateValueMetadata.decode(encodedMetadata)).toEqual(metadata);
});

test("a reset forgets everything but the state below", async () => {
  const state = new Overlay(slowState([[one, { bytes: Uint8Array.of(1) }]]), { items: 1n, bytes: 70n });
  await state.get(one);
  state.apply([change(one, "modification", [2, 3], 1)]);
  state.reset({ items: 1n, bytes: 70n });
  expect(await state.get(one)).toEqual({ bytes: Uint8Array.of(1) });
  expect(state.takeChanges()).toEqual([]);
  expect(state.usage()).toEqual({ items: 1n, bytes: 70n });
});

test("a change set over a state hides what it changes, and nothing else", async () => {
  const below = slowState([
    [one, { bytes: Uint8Array.of(1) }],
    [two, { bytes: Uint8Array.of(2) }],
  ]);
  const state = new ChangeSet([{ ...change(none, "creation", [7]), metadata }, change(two, "deletion", [], 1)]).over(
    below,
  );
  expect(await state.get(one)).toEqual({ bytes: Uint8Array.of(1) });
  expect([state.get(two), state.get(none)]).toEqual([
    undefined,
    { bytes: Uint8Array.of(7), metadata: encodedMetadata },
  ]);
  expect(below.asked).toEqual([one]);
});
