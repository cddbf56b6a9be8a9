import { deepStrictEqual, ok } from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Random } from "@ledger/random";
import {
  buildTree,
  emptyTreeHead,
  type LedgerStore,
  readTreeState,
  StateTree,
  StoreError,
  type TreeReads,
  type TreeStore,
  TreeWriter,
} from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { bytesToHex } from "@ledger/types";
import { textOf, tinySlices } from "../src/tree-model.ts";
import { armIoFault, ioLayerEnvironment } from "./io-faults.ts";
import { type KillMoment, runUntilKilled } from "./run-until-killed.ts";
import { openTreeOf, type StorePlace, testedStore, treePathOf } from "./tested-store.ts";
import { TreeLedger } from "./tree-ledger.ts";

/** A series of kills. */
export interface TreeCrashes {
  readonly seed: number;
  readonly count: number;
  /** The next empty place. */
  readonly next: () => StorePlace;
  /** A layer that kills at a system call. */
  readonly layer?: string | undefined;
}

/** A process that is killed while it writes a tree. */
export interface TreeCrash {
  readonly place: StorePlace;
  /** Of the ledger whose tree it is. */
  readonly seed: number;
  /** Growing and pruning the tree without end, or building it of the state and dropping it. */
  readonly work: "grow" | "build";
}

const child = fileURLToPath(new URL("tree-crash-child.ts", import.meta.url));
const always = { summary: () => undefined };

/** Blocks of the state that a tree is built of. */
const builtBlocks = 30;

/** Blocks that the process which checks a tree adds to it. */
const addedBlocks = 4;

/** Milliseconds for which a server may hold the lock of a process that was killed. */
const lockPatience = 5_000;

/** A ledger in memory that a tree is built of. */
export function bookOf(ledger: TreeLedger): LedgerStore {
  const store = createMemoryStore();
  for (let index = 0; index < builtBlocks; index++) store.commit(ledger.batch(index));
  return store;
}

/** A writer that continues a tree from its rows, and the first block that it does not have. */
export async function continueTree(
  tree: TreeStore,
  ledger: TreeLedger,
): Promise<{ readonly writer: TreeWriter; readonly next: number }> {
  const stored = new StateTree(tree, always);
  const head = await stored.head();
  if (head === undefined)
    return { writer: new TreeWriter(tree, emptyTreeHead, emptyTreeHead.seed, tinySlices), next: 0 };
  const frontier = await stored.frontierAt(head.version + 1n);
  const last = ledger.indexOf(head.version);
  ok(last >= 0, `version ${head.version} ends no block`);
  deepStrictEqual(frontier.roots.map(bytesToHex), ledger.frontier(last).roots.map(bytesToHex), "accumulator");
  return { writer: new TreeWriter(tree, head, frontier, tinySlices), next: last + 1 };
}

/** Kills after which a new tree begins. */
const generations = 20;

/**
 * Kills writers of trees, which grow from one kill to the next; every fourth one is being built. Half of them die between two system calls
 * where there is a layer for that.
 *
 * @returns the latest version of each tree that grew, after each of its kills: they rise
 */
export async function crashTrees({ seed, count, next, layer }: TreeCrashes): Promise<readonly (readonly bigint[])[]> {
  const random = new Random(seed);
  const trees = new Map<number, bigint[]>();
  const places = new Map<string, StorePlace>();
  for (let i = 0; i < count; i++) {
    const tree = Math.floor(i / generations);
    const work = i % 4 === 3 ? "build" : "grow";
    const name = `${work} ${tree}`;
    const ledgerSeed = seed + tree;
    const place = places.get(name) ?? (await preparePlace(next(), ledgerSeed));
    places.set(name, place);
    const moment =
      layer !== undefined && random.once(2)
        ? { beforeCall: 1 + random.below(work === "build" ? 900 : 3_000), layer }
        : { afterMs: random.below(150) };
    try {
      const version = await crashTreeOnce({ place, seed: ledgerSeed, work }, moment);
      if (work === "grow") trees.set(tree, [...(trees.get(tree) ?? []), version]);
    } catch (error) {
      throw new Error(`seed ${seed}, kill ${i}, ${name}, ${JSON.stringify(moment)}`, { cause: error });
    }
  }
  return [...trees.values()];
}

/** On a server a tree lies next to a ledger, which has to be there. */
async function preparePlace(place: StorePlace, seed: number): Promise<StorePlace> {
  const tested = testedStore(place);
  const ledger = await tested.open();
  await ledger.commit(new TreeLedger(seed).batch(0));
  await ledger.close();
  await tested.close();
  return place;
}

/**
 * Has a process that writes a tree killed, and checks what is left: it has all blocks that were said to be written, proves every key at
 * every block of its window, and goes on; one that was being built is finished.
 *
 * @returns the latest version of the tree
 */
async function crashTreeOnce(crash: TreeCrash, moment: KillMoment): Promise<bigint> {
  const { place, seed, work } = crash;
  const ledger = new TreeLedger(seed);
  const acknowledged = await killWriter(crash, moment);
  const tree = await openWhenFree(place);
  try {
    if (work === "build") await finishBuild(tree, ledger);
    const head = await new StateTree(tree, always).head();
    if (acknowledged !== undefined)
      ok(head !== undefined && head.version >= acknowledged, `version ${acknowledged} was lost`);
    if (head !== undefined) await expectWindow(tree, ledger);
    const { writer, next } = await continueTree(tree, ledger);
    await writer.addAll(ledger.blocks(next, addedBlocks), () => {});
    await expectWindow(tree, ledger);
    return writer.head.version;
  } finally {
    await tree.close();
  }
}

async function killWriter(crash: TreeCrash, moment: KillMoment): Promise<bigint | undefined> {
  const { place } = crash;
  let env = process.env;
  if ("layer" in moment) {
    if (place.kind !== "sqlite") throw new TypeError("only a file has calls of its own to be killed at");
    const path = treePathOf(place.path);
    env = ioLayerEnvironment(moment.layer, path);
    armIoFault(path, { operations: "wst", nth: moment.beforeCall, error: 0, isLasting: false });
  }
  const lines = await runUntilKilled(child, [JSON.stringify(crash)], moment, env);
  const last = lines.at(-1);
  return last === undefined ? undefined : BigInt(last);
}

async function openWhenFree(place: StorePlace): Promise<TreeStore> {
  for (const started = performance.now(); ; await delay(5)) {
    try {
      return await openTreeOf(place);
    } catch (error) {
      const isHeld = error instanceof StoreError && error.code === "store_locked";
      if (!isHeld || performance.now() - started > lockPatience) throw error;
    }
  }
}

/** Ends a build that was interrupted, unless it had ended. */
async function finishBuild(tree: TreeStore, ledger: TreeLedger): Promise<void> {
  if ((await readTreeState(tree))?.kind === "Whole") return;
  const head = await buildTree({ store: bookOf(ledger), tree });
  deepStrictEqual(head?.version, ledger.end(builtBlocks - 1));
}

/** Compares the proofs of all keys at all blocks of the window. */
async function expectWindow(reads: TreeReads, ledger: TreeLedger): Promise<void> {
  const tree = new StateTree(reads, always);
  const head = (await tree.head())!;
  for (let index = ledger.indexOf(head.version); index >= 0 && ledger.end(index) >= head.oldestVersion; index--) {
    const proofs = await tree.prove(ledger.end(index), ledger.hashes);
    deepStrictEqual(proofs.map(textOf), ledger.proofs(index), `proofs of block ${index}`);
  }
}
