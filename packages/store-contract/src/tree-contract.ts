import {
  buildTree,
  emptyTreeHead,
  type LedgerReader,
  type SliceBounds,
  StateTree,
  TreeWriter,
  type TreeWrites,
} from "@ledger/state-store";
import {
  type Awaitable,
  bytesToHex,
  type HashValue,
  hashStateKey,
  hashTransactionInfo,
  proveAccumulatorLeaf,
  type SparseMerkleProof,
  SparseMerkleTree,
  sparseMerkleUpdate,
} from "@ledger/types";
import { describe, expect, test } from "vitest";
import { buildLedger } from "./build-ledger.ts";
import { createRandom, crowdedKeys, keyOf, textOf, tinySlices, updatesOf } from "./tree-model.ts";
import type { TreePlace } from "./tree-place.ts";

const blocks = 18;
const keys = 200;
/** Proofs of all keys after each block, as text: all runs have the same blocks. Made when they are first compared. */
const expected: string[][] = [];
const stateKeys = crowdedKeys(keys);

/** Compares the state tree that is kept next to a store with the one in memory. @param open - an empty store, and an empty tree */
export function describeStateTree(name: string, open: () => Awaitable<TreePlace>): void {
  describe(`${name}: the state tree`, () => {
    test.each([
      ["in one slice", undefined, undefined],
      ["in small slices, by writers that take over from another", tinySlices, 7],
      ["with blocks that go into the rows at once", { ...tinySlices, direct: 20 }, 5],
    ])(
      "proves every key at every block of the window, and every version in every ledger, %s",
      async (_, bounds, restarts) => {
        const place = await open();
        const run = await runModel(place.tree, bounds, restarts);
        await compareAll(run, run.ends.keys());
        await compareVersions(run, 0);
        const from = blocks / 2;
        const oldest = run.ends[from]!;
        while (!(await run.writer.prune(oldest, oldest, 300)));
        await compareAll(run, [from, from + 1, from + 2, blocks - 1]);
        await compareVersions(run, Number(oldest));
        const tree = new StateTree(place.tree, run.reader);
        await expect(tree.prove(oldest - 1n, run.hashes)).rejects.toMatchObject({ code: "version_pruned" });
        await expect(tree.proveVersion(oldest - 1n, oldest)).rejects.toMatchObject({ code: "version_pruned" });
        await place.close();
      },
    );

    test("is built from a stored state, continues where it was stopped, and grows from there", async () => {
      const { store, tree, close } = await open();
      const ledger = buildLedger();
      const model = new SparseMerkleTree();
      const random = createRandom(5);
      const write = (key: number) => ({ key: keyOf(key), value: Uint8Array.of(random(200), key & 255) });
      const batch = ledger.batch([Array.from({ length: 1_200 }, (_, key) => ({ writes: [write(key)] }))]);
      await store.commit(batch);
      model.update(
        batch.blocks.flatMap(({ records }) => records.flatMap(({ writes }) => writes.map(sparseMerkleUpdate))),
      );
      const stop = new AbortController();
      const stopped = await buildTree({ store, tree, signal: stop.signal, onProgress: () => stop.abort() });
      expect(stopped).toBeUndefined();
      expect(await new StateTree(tree, store).head()).toBeUndefined();
      const phases = new Set<string>();
      const head = await buildTree({ store, tree, onProgress: ({ phase }) => phases.add(phase) });
      expect([...phases]).toEqual(["state", "nodes", "records"]);
      expect(head).toMatchObject({
        version: batch.blocks[0]!.lastVersion,
        oldestVersion: batch.blocks[0]!.lastVersion,
      });

      const writer = new TreeWriter(tree, head!, (await store.frontier())!);
      for (let i = 0; i < 3; i++) {
        const next = ledger.batch([Array.from({ length: 20 }, () => ({ writes: [write(random(1_500))] }))]);
        const { root, oldRoot } = { oldRoot: model.root(), root: model.update(updatesOf(next.blocks[0]!)) };
        expect(await writer.add(next.blocks[0]!)).toEqual(root);
        expect(root).not.toEqual(oldRoot);
      }
      const hashes = Array.from({ length: 1_500 }, (_, key) => hashStateKey(keyOf(key)));
      const proofs = await new StateTree(tree, store).prove(writer.head.version, hashes);
      expect(proofs.map(textOf)).toEqual(hashes.map((hash) => textOf(model.prove(hash))));

      await tree.clear();
      expect(await new StateTree(tree, store).head()).toBeUndefined();
      expect(await tree.list(writer.head.version, [[new Uint8Array(0), new Uint8Array(40).fill(255)]])).toEqual([[]]);
      await close();
    });
  });
}

interface ModelRun {
  readonly rows: TreeWrites;
  readonly reader: Pick<LedgerReader, "summary">;
  readonly writer: TreeWriter;
  readonly hashes: readonly HashValue[];
  /** Last version of each block, the tree after it, and the hashes of all transaction infos. */
  readonly ends: readonly bigint[];
  readonly trees: readonly SparseMerkleTree[];
  readonly leaves: readonly HashValue[];
}

/** @param restarts - a new writer takes over after every so many blocks */
async function runModel(
  rows: TreeWrites,
  bounds?: SliceBounds,
  restarts = Number.POSITIVE_INFINITY,
): Promise<ModelRun> {
  const random = createRandom(7);
  const ledger = buildLedger();
  const model = new SparseMerkleTree();
  let writer = new TreeWriter(rows, emptyTreeHead, emptyTreeHead.seed, bounds);
  const ends: bigint[] = [];
  const trees: SparseMerkleTree[] = [];
  const leaves: HashValue[] = [];
  for (let i = 0; i < blocks; i++) {
    // Some blocks create, some delete most of what there is, so that nodes come and go; a few change nothing.
    const deletes = i % 8 === 7 ? 95 : 20;
    const records = Array.from({ length: 1 + random(4) }, () => ({
      writes: Array.from({ length: i % 11 === 10 ? 0 : random(i % 8 === 7 ? 300 : 60) }, () => ({
        key: stateKeys[random(keys)]!,
        value: random(100) < deletes ? undefined : Uint8Array.of(random(3)),
      })),
    }));
    const block = ledger.block(records);
    const root = model.update(updatesOf(block));
    expect(await writer.add(block)).toEqual(root);
    ends.push(block.lastVersion);
    trees.push(model.clone());
    leaves.push(...block.records.map(({ info }) => hashTransactionInfo(info)));
    if (i % restarts !== restarts - 1) continue;
    const tree = new StateTree(rows, { summary: () => undefined });
    const stored = (await tree.head())!;
    writer = new TreeWriter(rows, stored, await tree.frontierAt(stored.version + 1n), bounds);
  }
  const hashes = stateKeys.map(hashStateKey);
  return { rows, reader: { summary: () => undefined }, writer, hashes, ends, trees, leaves };
}

async function compareAll({ rows, reader, hashes, ends, trees }: ModelRun, indices: Iterable<number>): Promise<void> {
  const tree = new StateTree(rows, reader);
  for (const i of indices) {
    const proofs: readonly SparseMerkleProof[] = await tree.prove(ends[i]!, hashes);
    expected[i] ??= hashes.map((hash) => textOf(trees[i]!.prove(hash)));
    expect(proofs.map(textOf)).toEqual(expected[i]);
  }
}

async function compareVersions({ rows, reader, ends, leaves }: ModelRun, from: number): Promise<void> {
  const tree = new StateTree(rows, reader);
  for (const end of [ends.at(-1)!, ends.at(-3)!]) {
    for (let version = from; version <= Number(end); version += 3) {
      const proof = proveAccumulatorLeaf("TransactionAccumulator", leaves.slice(0, Number(end) + 1), version);
      const { siblings } = await tree.proveVersion(BigInt(version), end);
      expect(siblings.map(bytesToHex)).toEqual(proof.siblings.map(bytesToHex));
    }
  }
}
