import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoSource } from "@ledger/demo-ledger";
import {
  buildTree,
  type LedgerReader,
  readTreeState,
  StateTree,
  StoreError,
  type TreeReads,
  verifyTree,
} from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { openSqliteTree } from "@ledger/state-store/sqlite";
import { ingest, TreeFollower } from "@ledger/sync";
import { type LedgerRecord, TransactionInfo } from "@ledger/types";
import { afterAll, expect, test } from "vitest";
import { expectRoot } from "../src/proofs/proved.ts";
import { withFalseRoot } from "./support/false-root.ts";

const folder = mkdtempSync(join(tmpdir(), "tree-follower-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A ledger whose oldest blocks are pruned, so that its tree is built of the state. */
async function prunedStore(blocks: number) {
  const store = createMemoryStore();
  await ingest({ source: demoSource(blocks), store });
  const { version } = store.summary()!;
  while (!store.prune({ stateVersion: version - 3n, ledgerVersion: 1n }, 1_000).done);
  return store;
}

/** The root of the latest state, of the tree and of the record. */
async function rootsOf(store: LedgerReader, tree: TreeReads) {
  const { version } = (await store.summary())!;
  const { info } = await store.readRecord(version);
  return [await new StateTree(tree, store).root(version), TransactionInfo.decode(info).value.stateCheckpointHash];
}

test("a tree that another version of the program made is made again", async () => {
  const store = createMemoryStore();
  await ingest({ source: demoSource(6), store });
  const { tree } = store;
  await new TreeFollower(store, tree).catchUp();
  const head = await new StateTree(tree, store).head();
  expect(head).toMatchObject({ version: store.summary()!.version, oldestVersion: 0n });
  const other = Uint8Array.of(0, 1, 2, 3);
  await tree.write([{ key: Uint8Array.of(0), value: other, version: 0n, keepsPast: false }]);
  await expect(readTreeState(tree)).rejects.toMatchObject({ code: "corrupt" });

  await new TreeFollower(store, tree).catchUp();
  expect(await new StateTree(tree, store).head()).toMatchObject({ version: head!.version, oldestVersion: 0n });
});

test("a tree is built while the ledger grows, also when the build is stopped in between", async () => {
  const store = await prunedStore(6);
  const { tree } = createMemoryStore();
  const phases = new Set<string>();
  let blocks = 6;
  for (let steps = 0; ; steps++) {
    const stop = new AbortController();
    let isFirst = true;
    const follower = new TreeFollower(store, tree, {
      signal: stop.signal,
      onBuild({ phase }) {
        phases.add(phase);
        // A run does one step of a build, and the ledger grows before the next one.
        if (!isFirst) stop.abort();
        isFirst = false;
      },
    });
    if (await follower.catchUp()) break;
    expect(steps).toBeLessThan(60);
    if (steps % 2 === 0 && blocks < 14) await ingest({ source: demoSource(++blocks), store });
    // The writer goes on.
    if (steps > 20) break;
  }
  await new TreeFollower(store, tree).catchUp();
  expect(blocks).toBeGreaterThan(8);
  expect([...phases]).toEqual(expect.arrayContaining(["state", "writes", "nodes"]));
  const [root, claimed] = await rootsOf(store, tree);
  expect(root).toEqual(claimed);
  expect(await verifyTree(store, tree)).toMatchObject({ version: store.summary()!.version });
});

test("a tree of another ledger is made again, and one that is newer than the ledger", async () => {
  const [store, longer] = [createMemoryStore(), createMemoryStore()];
  await ingest({ source: demoSource(5), store });
  await ingest({ source: demoSource(9), store: longer });
  const { tree } = createMemoryStore();
  await new TreeFollower(longer, tree).catchUp();
  const reasons: string[] = [];
  await new TreeFollower(store, tree, { onRemade: (reason) => reasons.push(reason) }).catchUp();
  expect(reasons).toHaveLength(1);
  const [root, claimed] = await rootsOf(store, tree);
  expect(root).toEqual(claimed);
  expect(await readTreeState(tree)).toMatchObject({ value: { version: store.summary()!.version } });
});

test("a tree that does not lead to the root of the next block is made again", async () => {
  const store = createMemoryStore();
  await ingest({ source: demoSource(5), store });
  const { tree } = createMemoryStore();
  await new TreeFollower(store, tree).catchUp();
  const [rows = []] = await tree.list(store.summary()!.version, [[Uint8Array.of(2), Uint8Array.of(3)]]);
  const changes = rows.map(({ key }) => {
    return { key, value: new Uint8Array(32).fill(7), version: 0n, keepsPast: false };
  });
  await tree.write(changes);
  await ingest({ source: demoSource(9), store });
  const reasons: string[] = [];
  await new TreeFollower(store, tree, { onRemade: (reason) => reasons.push(reason) }).catchUp();
  expect(reasons).toHaveLength(1);
  const [root, claimed] = await rootsOf(store, tree);
  expect(root).toEqual(claimed);
});

/** A ledger whose record of one block's end claims another state root; its accumulator follows from that. */
async function storeWithFalseRoot(blocks: number, block: number) {
  const pages: LedgerRecord[] = [];
  for await (const page of demoSource(blocks).records(0n, new AbortController().signal)) pages.push(...page);
  const { version } = pages.filter(({ info }) => rootOf(info) !== undefined)[block]!;
  const store = createMemoryStore();
  const records = async function* () {
    yield withFalseRoot(pages, version);
  };
  await ingest({ source: { name: "a liar", records }, store });
  return { store, version };
}

const rootOf = (info: Uint8Array) => TransactionInfo.decode(info).value.stateCheckpointHash;

test("a root that its state does not have is the record's lie: it is reported once, kept, and the tree grows on", async () => {
  const { store, version } = await storeWithFalseRoot(9, 4);
  const { tree } = createMemoryStore();
  const reasons: string[] = [];
  const found: bigint[] = [];
  const options = {
    onRemade: (reason: string) => void reasons.push(reason),
    onDiffers: (differs: { readonly version: bigint }) => void found.push(differs.version),
  };
  await new TreeFollower(store, tree, options).catchUp();
  expect([reasons, found]).toEqual([[], [version]]);
  const head = await new StateTree(tree, store).head();
  expect(head).toMatchObject({ version: store.summary()!.version, agreesSince: version + 1n, differs: { version } });
  // A restart knows it, and compares nothing again.
  await new TreeFollower(store, tree, options).catchUp();
  expect([reasons, found]).toEqual([[], [version, version]]);
});

test("a false root of the newest block is found by a tree that is built of the state, and by one that continues there", async () => {
  const { store, version } = await storeWithFalseRoot(6, 6);
  expect(store.summary()!.version).toBe(version);
  while (!store.prune({ stateVersion: version - 3n, ledgerVersion: 1n }, 1_000).done);
  const { tree } = createMemoryStore();
  const reasons: string[] = [];
  const found: bigint[] = [];
  const options = {
    onRemade: (reason: string) => void reasons.push(reason),
    onDiffers: (differs: { readonly version: bigint }) => void found.push(differs.version),
  };
  await new TreeFollower(store, tree, options).catchUp();
  await new TreeFollower(store, tree, options).catchUp();
  expect([reasons, found]).toEqual([[], [version, version]]);
  expect(await new StateTree(tree, store).head()).toMatchObject({ agreesSince: version + 1n, differs: { version } });
});

test("a tree that is built of the state agrees from there on; one that began with genesis, from there", async () => {
  const pruned = await prunedStore(6);
  const built = createMemoryStore().tree;
  await new TreeFollower(pruned, built).catchUp();
  const { version } = pruned.summary()!;
  expect(await new StateTree(built, pruned).head()).toMatchObject({ agreesSince: version, differs: undefined });
  await ingest({ source: demoSource(9), store: pruned });
  await new TreeFollower(pruned, built).catchUp();
  expect(await new StateTree(built, pruned).head()).toMatchObject({ agreesSince: version, differs: undefined });
});

test.each(["listRecords", "readRecord"] as const)(
  "a tree is not made again where %s finds the ledger damaged",
  async (name) => {
    const store = createMemoryStore();
    await ingest({ source: demoSource(5), store });
    const { tree } = createMemoryStore();
    await new TreeFollower(store, tree).catchUp();
    const { version } = store.summary()!;
    await ingest({ source: demoSource(9), store });
    const damaged: LedgerReader = new Proxy(store, {
      get(target, member) {
        if (member === name) return () => Promise.reject(new StoreError("corrupt", "a record is damaged"));
        const value: unknown = Reflect.get(target, member);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const reasons: string[] = [];
    const follower = new TreeFollower(damaged, tree, { onRemade: (reason) => reasons.push(reason) });
    await expect(follower.catchUp()).rejects.toMatchObject({ code: "corrupt", message: "a record is damaged" });
    expect(reasons).toEqual([]);
    expect(await readTreeState(tree)).toMatchObject({ kind: "Whole", value: { version, oldestVersion: 0n } });
  },
);

test("an interrupted build that has other leaves than the ledger is made again, and its nodes are forgotten", async () => {
  const store = await prunedStore(6);
  const { tree } = createMemoryStore();
  const stop = new AbortController();
  const follower = new TreeFollower(store, tree, { signal: stop.signal, onBuild: () => stop.abort() });
  expect(await follower.catchUp()).toBe(false);
  const [rows = []] = await tree.list(store.summary()!.version, [[Uint8Array.of(2), Uint8Array.of(3)]]);
  const other = new Uint8Array(32).fill(7);
  await tree.write(rows.map(({ key }) => ({ key, value: other, version: 0n, keepsPast: false })));
  const reasons: string[] = [];
  await new TreeFollower(store, tree, { onRemade: (reason) => reasons.push(reason) }).catchUp();
  expect(reasons).toEqual([]);
  const [root, claimed] = await rootsOf(store, tree);
  expect(root).toEqual(claimed);
});

test("a reader forgets what it has read of a damaged tree when that is made again", async () => {
  const store = await prunedStore(6);
  const { tree } = createMemoryStore();
  const stop = new AbortController();
  await buildTree({ store, tree, signal: stop.signal, onProgress: () => stop.abort() });
  const [rows = []] = await tree.list(store.summary()!.version, [[Uint8Array.of(2), Uint8Array.of(3)]]);
  const other = new Uint8Array(32).fill(7);
  await tree.write(rows.map(({ key }) => ({ key, value: other, version: 0n, keepsPast: false })));
  const head = (await buildTree({ store, tree }))!;
  const { info } = await store.readRecord(head.version);
  // Another thread's reads of the same rows.
  const reads: TreeReads = { read: tree.read.bind(tree), list: tree.list.bind(tree) };
  const kept = { tree: new StateTree(reads, store), head };
  await expect(expectRoot(kept, head.version, info)).rejects.toMatchObject({ code: "corrupt" });

  await tree.clear();
  await buildTree({ store, tree });
  await expectRoot(kept, head.version, info);
});

test("a byte that flips in any row of a tree's file is found", async () => {
  const store = createMemoryStore();
  await ingest({ source: demoSource(10), store });
  const path = join(folder, "tree.db");
  const tree = openSqliteTree(path);
  await new TreeFollower(store, tree).catchUp();
  expect(await verifyTree(store, tree)).toMatchObject({ version: store.summary()!.version, blocks: 11 });
  const latest = 2n ** 53n - 1n;
  const [rows = []] = await tree.list(latest, [[new Uint8Array(0), new Uint8Array(40).fill(255)]]);
  await tree.close();
  // Every kind of row, and of the many leaves and nodes some.
  const chosen = rows.filter(
    ({ key, value }, i) => value.length > 0 && (key[0] === 0 || i % Math.ceil(rows.length / 25) === 0),
  );
  expect(new Set(chosen.map(({ key }) => key[0])).size).toBeGreaterThan(3);
  for (const { key, value } of chosen) {
    const copy = join(folder, "flipped.db");
    copyFileSync(path, copy);
    const damaged = openSqliteTree(copy);
    const bytes = Uint8Array.from(value);
    bytes[bytes.length >> 1]! ^= 1;
    await damaged.write([{ key, value: bytes, version: 0n, keepsPast: false }]);
    await expect(verifyTree(store, damaged), `row ${Buffer.from(key).toString("hex")}`).rejects.toMatchObject({
      code: expect.stringMatching(/corrupt|version_pruned/),
    });
    await damaged.close();
    rmSync(copy);
  }
});
