import { emptyTreeHead, TreeWriter } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { expect, test } from "vitest";
import { paceBound, TreePace } from "./tree-pace.ts";

/** A tree of as many versions as are wanted, without any state. */
function createTree() {
  const { tree } = createMemoryStore();
  const writer = new TreeWriter(tree, emptyTreeHead, emptyTreeHead.seed);
  const grow = async (lastVersion: bigint) => {
    await writer.add({ lastVersion, records: [{ writes: [], info: new Uint8Array(0) }] });
  };
  return { tree, grow };
}

/** Tells whether a promise has settled after some turns. */
async function isDone(promise: Promise<void>): Promise<boolean> {
  let done = false;
  void promise.then(() => {
    done = true;
  });
  await new Promise((resolve) => void setTimeout(resolve, 25));
  return done;
}

test("commits wait for a tree that is far behind, and for no other", async () => {
  const { tree, grow } = createTree();
  const pace = new TreePace(tree, 10n, new AbortController().signal, { interval: 1, patience: 60_000 });
  await pace.keep(500n);
  await grow(0n);
  await pace.keep(10n);
  const waiting = pace.keep(11n);
  expect(await isDone(waiting)).toBe(false);
  await grow(1n);
  await waiting;
});

test("a tree that stands still is not waited for again, until it moves; nor is any after a stop", async () => {
  const { tree, grow } = createTree();
  await grow(0n);
  const stop = new AbortController();
  const pace = new TreePace(tree, 10n, stop.signal, { interval: 1, patience: 5 });
  await pace.keep(20n);
  await pace.keep(30n);
  await grow(5n);
  const patient = new TreePace(tree, 10n, stop.signal, { interval: 1, patience: 60_000 });
  const waiting = patient.keep(30n);
  expect(await isDone(waiting)).toBe(false);
  stop.abort();
  await waiting;
});

test("a tree may be behind by half of what is kept, at most", () => {
  const none = { versions: undefined, timeUsecs: undefined, diskBytes: undefined };
  expect(paceBound({ ...none, ledgerVersions: undefined })).toBe(10_000n);
  expect(paceBound({ ...none, versions: 1_000n })).toBe(500n);
  expect(paceBound({ ...none, versions: 1_000n, ledgerVersions: 1_000_000n })).toBe(10_000n);
});
