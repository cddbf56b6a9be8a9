import {
  type AccumulatorFrontierState,
  type HashValue,
  hashStateKey,
  hashStoredValue,
  hashTransactionInfo,
  sparseMerkleUpdate,
  stateWrites,
  WriteSet,
} from "@ledger/types";
import type { LedgerReader, LedgerSummary } from "../port.ts";
import { StoreError, storeEmpty, versionPruned } from "../store-error.ts";
import type { TreeChange, TreeWrites } from "../tree-port.ts";
import { AccumulatorGrowth } from "./grow-accumulator.ts";
import { joinNodes, lastPerKey, type NodeChange, plantNodes } from "./grow-tree.ts";
import { readTreeState, StateTree } from "./state-tree.ts";
import type { TreeBuild, TreeHead } from "./tree-head.ts";
import { allNodes, hashOfLeafKey, leafKey, leafRange } from "./tree-keys.ts";
import type { Subtree } from "./tree-node.ts";
import { checkpointChange, headChange } from "./tree-writer.ts";

/** State items, leaves or records that are read at once. */
const pageItems = 1_000;

/** Rows of an interrupted build that one step removes. */
const removedRows = 10_000;

/** Hexadecimal digits by which the leaves are divided for the making of nodes. */
const partDigits = 2;
const parts = 16 ** partDigits;

/** The accumulator before genesis. */
const noLeaves: AccumulatorFrontierState = { leafCount: 0n, roots: [] };

/** How far a build is: it reads the state, then what was written meanwhile, then its own leaves, then the transaction infos. */
export interface TreeBuildProgress {
  readonly phase: "state" | "writes" | "nodes" | "records";
  /** Items, versions, parts of 256, or versions done. */
  readonly done: bigint;
}

/** Options of {@link buildTree}. */
export interface TreeBuildOptions {
  readonly store: LedgerReader;
  readonly tree: TreeWrites;
  readonly onProgress?: ((progress: TreeBuildProgress) => void) | undefined;
  /** Stops the build between two steps; the next one continues there while the records since are kept. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes the tree of a ledger's state, or continues an interrupted build. The ledger may grow and be pruned meanwhile: pages of the state
 * are read as of then, and what was written since the first page is written again in the order of the versions.
 *
 * @returns the tree, which proves state from its version on; `undefined` when the signal stopped it
 * @throws StoreError `invalid_argument` for a ledger that knows only some of its state, `version_pruned` where records were pruned
 * before they were read: the next build begins again
 */
export async function buildTree(options: TreeBuildOptions): Promise<TreeHead | undefined> {
  const { store, tree } = options;
  await summaryOf(store);
  if (!(await writeLeaves(options, await continuedBuild(options)))) return undefined;
  const version = await writeNewer(options);
  if (version === undefined || !(await writeNodes(options, version))) return undefined;
  const seed = await writeAccumulator(options, version);
  if (seed === undefined) return undefined;
  // Its root is still to be compared.
  const rest = { seed, agreesSince: version + 1n, differs: undefined };
  const head: TreeHead = { version, settled: version, oldestVersion: version, ...rest };
  await tree.write([headChange({ kind: "Whole", value: head }), checkpointChange(version)]);
  return head;
}

async function summaryOf(store: LedgerReader): Promise<LedgerSummary> {
  const summary = await store.summary();
  if (summary === undefined) throw storeEmpty();
  if (summary.base?.state !== "partial") return summary;
  throw new StoreError(
    "invalid_argument",
    "a ledger that began lazily knows only some of its state, so it cannot be proved",
  );
}

/** The build that was interrupted, where what has been written since is still there; else a new one. */
async function continuedBuild({ store, tree }: TreeBuildOptions): Promise<TreeBuild> {
  const { version, oldestLedgerVersion } = await summaryOf(store);
  const state = await readTreeState(tree);
  if (state?.kind === "Building") {
    const { value } = state;
    if (value.version <= version && value.version + 1n >= oldestLedgerVersion) return value;
  }
  await tree.clear();
  // What was read of the tree before may be of the same version.
  new StateTree(tree, store).forget();
  return { version, next: new Uint8Array(0) };
}

/** @returns false when the signal stopped it */
async function writeLeaves({ store, tree, signal, onProgress }: TreeBuildOptions, build: TreeBuild): Promise<boolean> {
  let { next } = build;
  for (let done = 0n; next !== undefined; ) {
    if (signal?.aborted === true) return false;
    const { version } = await summaryOf(store);
    const page = await store.listState({ version, prefix: new Uint8Array(0), start: next, limit: pageItems });
    next = page.next;
    const changes = page.entries.map(({ key, bytes, metadata }) =>
      leafChange(hashStateKey(key), hashStoredValue(bytes, metadata), version),
    );
    await tree.write([...changes, headChange({ kind: "Building", value: { ...build, next } })]);
    done += BigInt(page.entries.length);
    onProgress?.({ phase: "state", done });
  }
  return true;
}

/**
 * Writes again what was written since the first page was read. Each page was of a later version than the ones before it, so a key may
 * go back for a while; in the end each has its latest value.
 *
 * @returns the version that all leaves are of; `undefined` when the signal stopped it
 */
async function writeNewer({ store, tree, signal, onProgress }: TreeBuildOptions): Promise<bigint | undefined> {
  const state = await readTreeState(tree);
  if (state?.kind !== "Building") throw new StoreError("corrupt", "the state tree is damaged: it is not being built");
  const { version: first } = state.value;
  for (let version = first; ; ) {
    if (signal?.aborted === true) return undefined;
    const { version: last } = await summaryOf(store);
    if (version >= last) return version;
    const left = Number(last - version);
    const records = await store.listRecords(version + 1n, Math.min(left, pageItems));
    if (records.length === 0) throw new StoreError("corrupt", `the record of version ${version + 1n} is missing`);
    version += BigInt(records.length);
    const updates = records.flatMap(({ writeSet }) => stateWrites(WriteSet.decode(writeSet)).map(sparseMerkleUpdate));
    const changes = lastPerKey(updates).map(([key, valueHash]) => leafChange(key, valueHash, version));
    await tree.write([...changes, headChange({ kind: "Building", value: { version, next: undefined } })]);
    onProgress?.({ phase: "writes", done: version - first });
  }
}

/** Makes the nodes from the leaves, part by part. @returns false when the signal stopped it */
async function writeNodes({ tree, signal, onProgress }: TreeBuildOptions, version: bigint): Promise<boolean> {
  // An interrupted build may have made nodes where there are none any more.
  while ((await tree.remove(allNodes("node"), removedRows)) >= removedRows);
  const subtrees: Subtree[] = [];
  for (let part = 0; part < parts; part++) {
    if (signal?.aborted === true) return false;
    const prefix = Uint8Array.of(part);
    const [rows = []] = await tree.list(version, [leafRange(prefix, partDigits)]);
    const leaves = rows.map(({ key, value }) => [hashOfLeafKey(key), value as HashValue] as const);
    const { whole, nodes } = plantNodes(leaves, partDigits);
    await tree.write(changesOf(nodes, version));
    subtrees.push(whole);
    onProgress?.({ phase: "nodes", done: BigInt(part + 1) });
  }
  await tree.write(changesOf(joinNodes(subtrees).nodes, version));
  return true;
}

/**
 * Makes the nodes of the transaction accumulator over all kept infos up to a version.
 *
 * @returns the accumulator with which they begin; `undefined` when the signal stopped it
 */
async function writeAccumulator(
  { store, tree, signal, onProgress }: TreeBuildOptions,
  last: bigint,
): Promise<AccumulatorFrontierState | undefined> {
  while ((await tree.remove(allNodes("accumulator"), removedRows)) >= removedRows);
  const { oldestLedgerVersion } = await summaryOf(store);
  const seed = oldestLedgerVersion === 0n ? noLeaves : await store.oldestFrontier();
  if (seed === undefined) throw new StoreError("invalid_argument", "the accumulator of this ledger is not known");
  if (seed.leafCount > last + 1n) throw versionPruned(last, oldestLedgerVersion);
  const accumulator = new AccumulatorGrowth(seed);
  for (let version = seed.leafCount; version <= last; ) {
    if (signal?.aborted === true) return undefined;
    const changes: TreeChange[] = [];
    const left = Number(last - version) + 1;
    const records = await store.listRecords(version, Math.min(left, pageItems));
    if (records.length === 0) throw new StoreError("corrupt", `the record of version ${version} is missing`);
    accumulator.append(
      records.map(({ info }) => hashTransactionInfo(info)),
      last,
      changes,
    );
    await tree.write(changes);
    version += BigInt(records.length);
    onProgress?.({ phase: "records", done: version - seed.leafCount });
  }
  return seed;
}

function leafChange(key: HashValue, value: HashValue | undefined, version: bigint): TreeChange {
  return { key: leafKey(key), value, version, keepsPast: false };
}

function changesOf(nodes: ReadonlyMap<string, NodeChange>, version: bigint): TreeChange[] {
  return [...nodes.values()].map(({ key, node }) => ({ key, value: node?.encode(), version, keepsPast: false }));
}
