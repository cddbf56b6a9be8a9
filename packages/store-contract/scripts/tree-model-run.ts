import { deepStrictEqual, rejects } from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Random } from "@ledger/random";
import {
  buildTree,
  emptyTreeHead,
  type LedgerReader,
  type LedgerStore,
  StateTree,
  type TreeHead,
  type TreeStore,
  TreeWriter,
} from "@ledger/state-store";
import { bytesToHex, proveAccumulatorLeaf } from "@ledger/types";
import { textOf, tinySlices } from "../src/tree-model.ts";
import { openTreeOf, type StorePlace, testedStore } from "./tested-store.ts";
import { TreeLedger } from "./tree-ledger.ts";

/** Blocks that the window has, about. */
const windowBlocks = 40;

/** Every so many blocks all blocks of the window are compared. */
const compareAllEvery = 20;

/** Steps of a build, about. */
const buildSteps = 260;

/** Bounds of slices that a writer may have: small ones, whose rows settle all the time, and those of a node. */
const bounds = [tinySlices, { ...tinySlices, direct: 20 }, { leaves: 200, blocks: 17, direct: 100 }, undefined];

/** What a run did. */
export interface TreeModelReport {
  readonly blocks: number;
  readonly proofs: number;
  readonly prunes: number;
  readonly restarts: number;
  readonly builds: number;
}

/** Blocks of one tree. */
const blocksPerTree = 1_000;

/** Runs the model on as many trees as a number of blocks takes. @returns the sum of the reports */
export async function runTreeModels(seed: number, blocks: number, next: () => StorePlace): Promise<TreeModelReport> {
  const sum = { blocks: 0, proofs: 0, prunes: 0, restarts: 0, builds: 0 };
  for (let run = 0; sum.blocks < blocks; run++) {
    const report = await runTreeModel(seed + run, Math.min(blocksPerTree, blocks - sum.blocks), next());
    for (const name of ["blocks", "proofs", "prunes", "restarts", "builds"] as const) sum[name] += report[name];
  }
  return sum;
}

/**
 * Lets a state tree follow a made-up ledger, which is pruned, with writers that take over from each other and builds that are interrupted,
 * and compares the proofs of every key with a tree in memory: after each block, at another block of the window, and every twenty blocks at
 * all of them. Reads go through a reader of their own.
 *
 * @throws Error at the first difference, with the block in its message
 */
async function runTreeModel(seed: number, blocks: number, place: StorePlace): Promise<TreeModelReport> {
  const model = await TreeModel.open(seed, place);
  try {
    while (model.report.blocks < blocks) await model.step();
    await model.compareWindow();
    return model.report;
  } catch (error) {
    throw new Error(`seed ${seed}, block ${model.report.blocks}`, { cause: error });
  } finally {
    await model.close();
  }
}

class TreeModel {
  readonly report = { blocks: 0, proofs: 0, prunes: 0, restarts: 0, builds: 0 };
  readonly #random: Random;
  readonly #ledger: TreeLedger;
  readonly #place: StorePlace;
  readonly #store: LedgerStore;
  readonly #reader: LedgerReader;
  #tree: TreeStore;
  #writer: TreeWriter;
  /** The latest block in the tree. */
  #last = -1;

  private constructor(seed: number, place: StorePlace, store: LedgerStore, reader: LedgerReader, tree: TreeStore) {
    this.#random = new Random(`tree ${seed}`);
    this.#ledger = new TreeLedger(seed);
    this.#place = place;
    [this.#store, this.#reader, this.#tree] = [store, reader, tree];
    this.#writer = new TreeWriter(tree, emptyTreeHead, emptyTreeHead.seed, tinySlices);
  }

  static async open(seed: number, place: StorePlace): Promise<TreeModel> {
    const tested = testedStore(place);
    const store = await tested.open();
    await store.commit(new TreeLedger(seed).batch(0));
    const tree = await openTreeOf(place);
    const model = new TreeModel(seed, place, store, await tested.openReader(), tree);
    model.report.blocks = 1;
    await model.#grow();
    return model;
  }

  async step(): Promise<void> {
    const random = this.#random;
    await this.#store.commit(this.#ledger.batch(this.report.blocks++));
    if (random.once(60)) await this.#rebuild();
    else if (random.chance(0.6)) await this.#grow();
    if (random.once(4)) await this.#prune();
    if (random.once(12)) await this.#restart();
    await this.#compare(this.#last);
    const oldest = this.#oldest();
    await this.#compare(oldest + random.below(this.#last - oldest + 1));
    await this.#comparePlaces();
    if (this.report.blocks % compareAllEvery === 0) await this.compareWindow();
    if (oldest > 0) await rejects(this.#proofs(this.#ledger.end(oldest - 1)), { code: "version_pruned" });
  }

  /** Compares all blocks of the window. */
  async compareWindow(): Promise<void> {
    for (let index = this.#oldest(); index <= this.#last; index++) await this.#compare(index);
  }

  async close(): Promise<void> {
    await this.#reader.close();
    await this.#tree.close();
    await this.#store.close();
  }

  /** The first block of the window that can be proved. */
  #oldest(): number {
    const { oldestVersion } = this.#writer.head;
    let index = this.#last;
    while (index > 0 && this.#ledger.end(index - 1) >= oldestVersion) index--;
    return index;
  }

  /** Adds all blocks that the tree does not have. */
  async #grow(): Promise<void> {
    const from = this.#last + 1;
    const blocks = this.#ledger.blocks(from, this.report.blocks - from);
    const roots: string[] = [];
    await this.#writer.addAll(blocks, (_, root) => void roots.push(bytesToHex(root)));
    deepStrictEqual(
      roots,
      blocks.map((_, i) => bytesToHex(this.#ledger.root(from + i))),
      "roots",
    );
    this.#last = this.report.blocks - 1;
  }

  /** Prunes the ledger, and the tree as far, as a node does. */
  async #prune(): Promise<void> {
    const random = this.#random;
    const first = Math.max(0, this.report.blocks - windowBlocks + random.below(12));
    const ledgerFirst = Math.max(0, first - random.below(20));
    const target = { stateVersion: this.#ledger.end(first), ledgerVersion: this.#ledger.end(ledgerFirst) };
    await this.#store.prune(target, 1 + random.below(400));
    const { oldestVersion, oldestLedgerVersion } = (await this.#store.summary())!;
    const { version } = this.#writer.head;
    const bound = (oldest: bigint): bigint => (oldest < version ? oldest : version);
    await this.#writer.prune(bound(oldestVersion), bound(oldestLedgerVersion), 1 + random.below(300));
    this.report.prunes++;
  }

  /** Another writer takes over, sometimes with other bounds. */
  async #restart(): Promise<void> {
    await this.#tree.close();
    this.#tree = await openTreeOf(this.#place);
    const stored = new StateTree(this.#tree, this.#store);
    await this.#continue((await stored.head())!);
    this.report.restarts++;
  }

  async #continue(head: TreeHead): Promise<void> {
    const frontier = await new StateTree(this.#tree, this.#store).frontierAt(head.version + 1n);
    this.#last = this.#ledger.indexOf(head.version);
    deepStrictEqual(textOfFrontier(frontier), textOfFrontier(this.#ledger.frontier(this.#last)), "accumulator");
    this.#writer = new TreeWriter(this.#tree, head, frontier, this.#random.pick(bounds));
  }

  /** Drops the tree, and builds another one of the state, which changes while the build is interrupted. */
  async #rebuild(): Promise<void> {
    await this.#tree.clear();
    for (let stops = this.#random.below(4); ; stops--) {
      const stop = new AbortController();
      // Most steps make nodes, and an interrupted build makes all nodes again: one that is stopped again and again never ends.
      let left = stops > 0 ? this.#random.below(buildSteps) : Number.POSITIVE_INFINITY;
      const head = await buildTree({
        store: this.#store,
        tree: this.#tree,
        signal: stop.signal,
        onProgress: () => {
          if (--left < 0) stop.abort();
        },
      });
      if (head !== undefined) {
        this.report.builds++;
        return this.#continue(head);
      }
      await this.#store.commit(this.#ledger.batch(this.report.blocks++));
    }
  }

  async #compare(index: number): Promise<void> {
    deepStrictEqual(
      await this.#proofs(this.#ledger.end(index)),
      this.#ledger.proofs(index),
      `proofs of block ${index}`,
    );
    this.report.proofs += this.#ledger.hashes.length;
  }

  async #proofs(version: bigint): Promise<string[]> {
    // A reader may stay within its snapshot for a turn of the loop.
    await nextTurn();
    const tree = new StateTree(this.#reader.tree!, this.#reader, { keepsLeaves: true });
    return (await tree.prove(version, this.#ledger.hashes)).map(textOf);
  }

  /** Compares the place of a version in a ledger. */
  async #comparePlaces(): Promise<void> {
    const { version: head, seed } = this.#writer.head;
    const version = seed.leafCount + BigInt(this.#random.below(Number(head - seed.leafCount) + 1));
    const end = version + BigInt(this.#random.below(Number(head - version) + 1));
    const { siblings } = await new StateTree(this.#reader.tree!, this.#reader).proveVersion(version, end);
    const leaves = this.#ledger.leaves.slice(0, Number(end) + 1);
    const expected = proveAccumulatorLeaf("TransactionAccumulator", leaves, Number(version));
    deepStrictEqual(siblings.map(bytesToHex), expected.siblings.map(bytesToHex), `place of ${version} in ${end}`);
  }
}

function textOfFrontier({ leafCount, roots }: TreeHead["seed"]): string {
  return `${leafCount} ${roots.map(bytesToHex).join(" ")}`;
}
