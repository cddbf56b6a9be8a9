import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  buildTree,
  type CommitBlock,
  emptyTreeHead,
  type LedgerSummary,
  StateTree,
  type TreeReads,
  TreeWriter,
  type TreeWrites,
} from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { hashStateKey, SparseMerkleTree } from "@ledger/types";
import { afterAll, describe, expect, test } from "vitest";
import { memoryTreePlace, sqliteTreePlace } from "../scripts/tree-places.ts";
import { buildLedger, testFrontier } from "../src/build-ledger.ts";
import { createRandom, crowdedKeys, textOf, tinySlices, updatesOf } from "../src/tree-model.ts";
import type { TreePlace } from "../src/tree-place.ts";

const folder = mkdtempSync(join(tmpdir(), "state-tree-faults-"));
afterAll(() => rmSync(folder, { recursive: true }));

const keys = 120;
const stateKeys = crowdedKeys(keys);
const hashes = stateKeys.map(hashStateKey);
const everything = [new Uint8Array(0), new Uint8Array(40).fill(255)] as const;
const always = { summary: () => undefined };
let files = 0;

interface Model {
  readonly blocks: readonly CommitBlock[];
  /** The proofs of all keys after each block. */
  proofsAt(index: number): readonly string[];
}

function createModel(seed: number, count: number): Model {
  const random = createRandom(seed);
  const ledger = buildLedger({ seed });
  const state = new SparseMerkleTree();
  const states: SparseMerkleTree[] = [];
  const proofs: (readonly string[] | undefined)[] = [];
  const blocks = Array.from({ length: count }, (_, i) => {
    const isLarge = random(6) === 0;
    const block = ledger.block(
      Array.from({ length: 1 + random(3) }, () => ({
        writes: Array.from({ length: random(isLarge ? 150 : 25) }, () => ({
          key: stateKeys[random(keys)]!,
          value: random(100) < (i % 5 === 4 ? 90 : 20) ? undefined : Uint8Array.of(random(250)),
        })),
      })),
    );
    state.update(updatesOf(block));
    states.push(state.clone());
    return block;
  });
  return {
    blocks,
    proofsAt(index) {
      proofs[index] ??= hashes.map((hash) => textOf(states[index]!.prove(hash)));
      return proofs[index];
    },
  };
}

async function expectProofs(reads: TreeReads, { blocks, proofsAt }: Model, index: number): Promise<void> {
  const proofs = await new StateTree(reads, always).prove(blocks[index]!.lastVersion, hashes);
  expect(proofs.map(textOf), `block ${index}`).toEqual(proofsAt(index));
}

/** Continues a tree from its rows. */
async function reopen(tree: TreeWrites, bounds = tinySlices): Promise<TreeWriter> {
  const stored = new StateTree(tree, always);
  const head = await stored.head();
  if (head === undefined) return new TreeWriter(tree, emptyTreeHead, emptyTreeHead.seed, bounds);
  return new TreeWriter(tree, head, await stored.frontierAt(head.version + 1n), bounds);
}

class Killed extends Error {}

/** Fails before or after some of the steps that change rows, as a process that is killed there. */
function killing(tree: TreeWrites, random: (below: number) => number): TreeWrites {
  const step = async <T>(work: () => T | Promise<T>): Promise<T> => {
    const fate = random(10);
    if (fate === 0) throw new Killed();
    const result = await work();
    if (fate === 1) throw new Killed();
    return result;
  };
  return {
    read: (version, wanted) => tree.read(version, wanted),
    list: (version, ranges) => tree.list(version, ranges),
    write: (changes) => step(() => tree.write(changes)),
    prune: (version, maxRows) => step(() => tree.prune(version, maxRows)),
    remove: (range, maxRows) => step(() => tree.remove(range, maxRows)),
    clear: () => tree.clear(),
  };
}

const kinds: readonly (readonly [string, () => TreePlace])[] = [
  ["memory", memoryTreePlace],
  ["sqlite", () => sqliteTreePlace(join(folder, String(files++)))],
];

describe.each(kinds)("%s", (_, open) => {
  test.each([1, 2])(
    "a writer that is killed at any step leaves a tree that the next one continues (%i)",
    async (seed) => {
      const store = open();
      const tree = store.tree;
      const model = createModel(seed, 24);
      const { blocks } = model;
      const random = createRandom(100 + seed);
      const fragile = killing(tree, random);
      let kills = 0;
      let writer: TreeWriter | undefined;
      for (let next = 0; next < blocks.length; ) {
        try {
          writer ??= await reopen(fragile);
          await writer.addAll(blocks.slice(next, next + 1 + random(3)), () => {});
          const end = blocks.findIndex(({ lastVersion }) => lastVersion === writer!.head.version);
          const { lastVersion } = blocks[Math.max(0, end - 6)]!;
          await writer.prune(lastVersion, lastVersion, 1 + random(60));
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
          kills++;
          writer = undefined;
        }
        const head = await new StateTree(tree, always).head();
        next = head === undefined ? 0 : blocks.findIndex(({ lastVersion }) => lastVersion === head.version) + 1;
        if (head === undefined) continue;
        const oldest = blocks.findIndex(({ lastVersion }) => lastVersion >= head.oldestVersion);
        for (const index of new Set([oldest, next - 1])) await expectProofs(tree, model, index);
      }
      expect(kills).toBeGreaterThan(5);
      const last = (await new StateTree(tree, always).head())!;
      for (const [index, { lastVersion }] of blocks.entries()) {
        if (lastVersion >= last.oldestVersion) await expectProofs(tree, model, index);
      }
      await store.close();
    },
  );

  test("what pruning leaves is what a tree has that is built of the latest state", async () => {
    const { blocks } = createModel(4, 24);
    const [grown, built] = [open(), open()];
    let writer: TreeWriter | undefined;
    const { identity } = buildLedger({ seed: 4 });
    for (const [i, block] of blocks.entries()) {
      for (const { store } of [grown, built]) {
        await store.commit({ identity, blocks: [block], frontier: testFrontier(4, block.lastVersion + 1n) });
      }
      // The last block goes into the rows.
      if (i % 7 === 0 || i === blocks.length - 1) {
        writer = await reopen(grown.tree, i === blocks.length - 1 ? { ...tinySlices, direct: -1 } : tinySlices);
      }
      await writer!.add(block);
      await writer!.prune(block.lastVersion, 0n, 40);
    }
    const { lastVersion } = blocks.at(-1)!;
    while (!(await writer!.prune(lastVersion, 0n, 40)));
    await buildTree({ store: built.store, tree: built.tree });
    const rows = async ({ tree }: TreePlace) =>
      (await tree.list(lastVersion, [everything]))[0]!
        // The head's row also says since when roots were compared.
        .slice(1)
        .map(({ key, value }) => [hex(key), hex(value)]);
    expect(await rows(grown)).toEqual(await rows(built));
    expect(await grown.tree.prune(lastVersion, 10)).toBe(0);
    await grown.close();
    await built.close();
  });
});

// What readers do is the same for all drivers.
describe("memory", () => {
  const open = createMemoryStore;

  test("a prune asks for no rows again before others have settled", async () => {
    const { blocks } = createModel(9, 12);
    const store = open();
    const tree = store.tree;
    let steps = 0;
    const counting = killing(tree, () => {
      steps++;
      return 9;
    });
    const writer = await reopen(counting, { leaves: 10_000, blocks: 4, direct: 1_000 });
    for (const block of blocks.slice(0, 11)) await writer.add(block);
    const { lastVersion } = blocks[10]!;
    while (!(await writer.prune(lastVersion, 0n, 10)));
    steps = 0;
    expect(await writer.prune(lastVersion, 0n, 10)).toBe(true);
    expect(steps).toBe(0);
    // The second slice settles with the last block.
    await writer.add(blocks[11]!);
    steps = 0;
    expect(await writer.prune(lastVersion, 0n, 1_000)).toBe(true);
    expect(steps).toBe(3);
    await store.close();
  });

  test("a proof is right when its rows settle and are pruned while it is read", async () => {
    const model = createModel(5, 26);
    const { blocks } = model;
    for (const at of [1, 2, 3, 4]) {
      const store = open();
      const tree = store.tree;
      const writer = await reopen(tree);
      const newest = 15;
      for (const block of blocks.slice(0, newest + 1)) await writer.add(block);
      const { lastVersion } = blocks[newest]!;
      let reads = 0;
      const meanwhile = async () => {
        if (reads++ !== at) return;
        for (const block of blocks.slice(newest + 1)) await writer.add(block);
        while (!(await writer.prune(lastVersion, lastVersion, 1_000)));
      };
      const reader: TreeReads = {
        read: async (version, wanted) => {
          await meanwhile();
          return tree.read(version, wanted);
        },
        list: async (version, ranges) => {
          await meanwhile();
          return tree.list(version, ranges);
        },
      };
      await expectProofs(reader, model, newest);
      expect(reads, "the rows went during the proof").toBeGreaterThan(at);
      await store.close();
    }
  });

  test("the place of a version is right when a prune moves the beginning of the accumulator meanwhile", async () => {
    const { blocks } = createModel(6, 20);
    const store = open();
    const tree = store.tree;
    const writer = await reopen(tree);
    for (const block of blocks) await writer.add(block);
    const { lastVersion } = blocks.at(-1)!;
    const version = lastVersion - 3n;
    const expected = await new StateTree(tree, always).proveVersion(version, lastVersion);
    let reads = 0;
    const reader: TreeReads = {
      list: (at, ranges) => tree.list(at, ranges),
      read: async (at, wanted) => {
        if (reads++ === 1) while (!(await writer.prune(version, version, 1_000)));
        return tree.read(at, wanted);
      },
    };
    expect(await new StateTree(reader, always).proveVersion(version, lastVersion)).toEqual(expected);
    await store.close();
  });

  test("proofs at one version read what lies over the rows once, and of the next block its own row", async () => {
    const model = createModel(7, 24);
    const store = open();
    const tree = store.tree;
    const writer = await reopen(tree, { leaves: 10_000, blocks: 1_000, direct: 1_000 });
    const deltaRows: string[] = [];
    const nodeRows: string[] = [];
    const reader: TreeReads = {
      list: (version, ranges) => tree.list(version, ranges),
      read: (version, wanted) => {
        deltaRows.push(...wanted.filter((key) => key[0] === 4).map(hex));
        nodeRows.push(...wanted.filter((key) => key[0] === 1 && key[1]! < 2).map(hex));
        return tree.read(version, wanted);
      },
    };
    for (const block of model.blocks.slice(0, 23)) await writer.add(block);
    await expectProofs(reader, model, 22);
    expect(deltaRows.length).toBeGreaterThan(2);
    expect(nodeRows.length).toBeGreaterThan(1);
    deltaRows.length = 0;
    nodeRows.length = 0;
    await expectProofs(reader, model, 22);
    expect(deltaRows).toEqual([]);
    // The root is there. Of places without a node it is looked up again whether there is one.
    expect(nodeRows).not.toContain(hex(Uint8Array.of(1, 0)));
    await writer.add(model.blocks[23]!);
    await expectProofs(reader, model, 23);
    // Its own row, and the look-up below the first block.
    expect(deltaRows.length).toBeLessThanOrEqual(2);
    await store.close();
  });

  test("a reader forgets what it has at hand when another ledger is where one was", async () => {
    // Of the same keys, so that counts of leaves do not tell them apart.
    const blocksOf = (value: number) => {
      const ledger = buildLedger();
      return [50, 5].map((count) =>
        ledger.block([
          { writes: stateKeys.slice(0, count).map((key) => ({ key, value: Uint8Array.of(value, count) })) },
        ]),
      );
    };
    const ledgers = [blocksOf(1), blocksOf(2)];
    const stores = [open(), open()];
    for (const [i, { tree }] of stores.entries()) {
      const writer = await reopen(tree!);
      for (const block of ledgers[i]!) await writer.add(block);
    }
    let current = 0;
    const reader: TreeReads = {
      read: (version, wanted) => stores[current]!.tree.read(version, wanted),
      list: (version, ranges) => stores[current]!.tree.list(version, ranges),
    };
    const summary = () => ({ oldestVersion: 0n, incarnation: current }) as LedgerSummary;
    for (const [i, blocks] of ledgers.entries()) {
      current = i;
      const state = new SparseMerkleTree();
      for (const block of blocks) state.update(updatesOf(block));
      expect(await new StateTree(reader, { summary }).root(1n)).toEqual(state.root());
      const proofs = await new StateTree(reader, { summary }).prove(1n, hashes);
      expect(proofs.map(textOf)).toEqual(hashes.map((hash) => textOf(state.prove(hash))));
    }
    for (const store of stores) await store.close();
  });

  test("leaves are read once for all versions that have them, and never taken for others", async () => {
    const model = createModel(5, 12);
    const store = open();
    const writer = await reopen(store.tree);
    for (const block of model.blocks) await writer.add(block);
    let listed = 0;
    let isDamaged = false;
    const reads: TreeReads = {
      read: (version, wanted) => store.tree.read(version, wanted),
      async list(version, ranges) {
        listed += ranges.length;
        const found = await store.tree.list(version, ranges);
        const damaged = (value: Uint8Array) => value.with(0, value[0]! ^ 1);
        return isDamaged ? found.map((rows) => rows.map((row) => ({ ...row, value: damaged(row.value) }))) : found;
      },
    };
    const counts: number[] = [];
    for (const index of [11, 11, 10, 9, 11]) {
      listed = 0;
      const tree = new StateTree(reads, always, { keepsLeaves: true });
      const proofs = await tree.prove(model.blocks[index]!.lastVersion, hashes);
      expect(proofs.map(textOf), `block ${index}`).toEqual(model.proofsAt(index));
      counts.push(listed);
    }
    expect([counts[0]! > 0, counts[1], counts[2]! < counts[0]!, counts[4]]).toEqual([true, 0, true, 0]);
    isDamaged = true;
    const { lastVersion } = model.blocks[11]!;
    const other = new StateTree({ ...reads }, always, { keepsLeaves: true });
    await expect(other.prove(lastVersion, hashes)).rejects.toMatchObject({
      code: "corrupt",
      message: expect.stringContaining("another hash than the node above them") as string,
    });
    await store.close();
  });

  test("a version at which no block of the tree ends has no proof, and a tree of another form says so", async () => {
    const { blocks } = createModel(8, 6);
    const store = open();
    const tree = store.tree;
    const writer = await reopen(tree);
    for (const block of blocks) await writer.add(block);
    const stored = new StateTree(tree, always);
    await expect(stored.prove(blocks.at(-1)!.lastVersion + 1n, hashes)).rejects.toMatchObject({ code: "corrupt" });
    await tree.write([{ key: Uint8Array.of(0), value: Uint8Array.of(0, 1, 2), version: 0n, keepsPast: false }]);
    await expect(stored.head()).rejects.toThrow("another version of this program made it");
    await store.close();
  });
});

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
