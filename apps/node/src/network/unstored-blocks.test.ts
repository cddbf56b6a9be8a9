import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { UnstoredBlocks } from "./unstored-blocks.ts";

/** Returns true if there is room at once. */
async function hasRoom(blocks: UnstoredBlocks): Promise<boolean> {
  const { signal } = new AbortController();
  return Promise.race([blocks.room(signal).then(() => true), nextTurn(false)]);
}

test("so many blocks are made ahead of the store, and each that is stored makes room", async () => {
  const blocks = new UnstoredBlocks(2);
  blocks.add(3n);
  expect(await hasRoom(blocks)).toBe(true);
  blocks.add(6n);
  const { signal } = new AbortController();
  const room = blocks.room(signal);
  expect(await Promise.race([room.then(() => true), nextTurn(false)])).toBe(false);
  blocks.settle(2n);
  expect(await Promise.race([room.then(() => true), nextTurn(false)])).toBe(false);
  blocks.settle(3n);
  await room;
});

test("several blocks may be stored at once, and a version that is none's end stores those before it", async () => {
  const blocks = new UnstoredBlocks(2);
  blocks.add(3n);
  blocks.add(6n);
  blocks.settle(8n);
  blocks.add(9n);
  expect(await hasRoom(blocks)).toBe(true);
});

test("a stop ends the wait", async () => {
  const blocks = new UnstoredBlocks(1);
  blocks.add(1n);
  const stop = new AbortController();
  const room = blocks.room(stop.signal);
  stop.abort();
  await room;
});

test("a wait that is over leaves nothing with the signal", async () => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, "addEventListener");
  const removed = vi.spyOn(signal, "removeEventListener");
  const blocks = new UnstoredBlocks(1);
  for (let version = 1n; version < 4n; version++) {
    blocks.add(version);
    const room = blocks.room(signal);
    blocks.settle(version);
    await room;
  }
  expect(added).toHaveBeenCalledTimes(3);
  expect(removed.mock.calls).toEqual(added.mock.calls);
});
