import {
  type AccumulatorFrontierState,
  type HashValue,
  hashStateKey,
  hashStoredValue,
  hashTransactionInfo,
} from "@ledger/types";
import type { LedgerReader, LedgerSummary } from "../port.ts";
import { StoreError } from "../store-error.ts";
import type { TreeChange, TreeWrites } from "../tree-port.ts";
import { AccumulatorGrowth } from "./grow-accumulator.ts";
import { joinNodes, type NodeChange, plantNodes } from "./grow-tree.ts";
import { readTreeState } from "./state-tree.ts";
import type { TreeHead } from "./tree-head.ts";
import { hashOfLeafKey, leafKey, leafRange } from "./tree-keys.ts";
import type { Subtree } from "./tree-node.ts";
import { checkpointChange, headChange } from "./tree-writer.ts";

/** State items, leaves or records that are read at once. */
const pageItems = 1_000;

/** Hexadecimal digits by which the leaves are divided for the making of nodes. */
const partDigits = 2;
const parts = 16 ** partDigits;

/** The accumulator before genesis. */
const noLeaves: AccumulatorFrontierState = { leafCount: 0n, roots: [] };

/** How far a build is: it reads the state, then its own leaves, then the transaction infos. */
export interface TreeBuildProgress {
  readonly phase: "state" | "nodes" | "records";
  /** Items, parts of 256, or versions done. */
  readonly done: bigint;
}

/** Options of {@link buildTree}. */
export interface TreeBuildOptions {
  readonly store: LedgerReader;
  readonly tree: TreeWrites;
  readonly onProgress?: ((progress: TreeBuildProgress) => void) | undefined;
  /** Stops the build between two steps; the next one continues there while the version is kept. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes the tree of a ledger's latest state, or continues an interrupted build. Nothing may be committed meanwhile.
 *
 * @returns the tree, which proves state from that version on; `undefined` when the signal stopped it
 * @throws StoreError `invalid_argument` for a ledger that knows only some of its state
 */
export async function buildTree(options: TreeBuildOptions): Promise<TreeHead | undefined> {
  const { store, tree } = options;
  const summary = await store.summary();
  const seed = summary?.oldestLedgerVersion === 0n ? noLeaves : await store.oldestFrontier();
  if (summary === undefined) throw new StoreError("store_empty", "the store holds no ledger");
  if (summary.base?.state === "partial" || seed === undefined) {
    throw new StoreError(
      "invalid_argument",
      "a ledger that began lazily knows only some of its state, so it cannot be proved",
    );
  }
  const state = await readTreeState(tree);
  let next: Uint8Array | undefined = new Uint8Array(0);
  if (state?.kind === "Building" && state.value.version === summary.version) next = state.value.next;
  else await tree.clear();
  if (next !== undefined && !(await writeLeaves(options, summary, next))) return undefined;
  if (!(await writeNodes(options, summary.version))) return undefined;
  const accumulator = new AccumulatorGrowth(seed);
  for (let version = seed.leafCount; version <= summary.version; ) {
    if (options.signal?.aborted === true) return undefined;
    const changes: TreeChange[] = [];
    const records = await store.listRecords(version, pageItems);
    accumulator.append(
      records.map(({ info }) => hashTransactionInfo(info)),
      summary.version,
      changes,
    );
    await tree.write(changes);
    version += BigInt(records.length);
    options.onProgress?.({ phase: "records", done: version - seed.leafCount });
  }
  const { version } = summary;
  const head: TreeHead = { version, settled: version, oldestVersion: version, seed };
  await tree.write([headChange({ kind: "Whole", value: head }), checkpointChange(version)]);
  return head;
}

/** @returns false when the signal stopped it */
async function writeLeaves(
  { store, tree, signal, onProgress }: TreeBuildOptions,
  { version }: LedgerSummary,
  start: Uint8Array,
): Promise<boolean> {
  let next: Uint8Array | undefined = start;
  for (let done = 0n; next !== undefined; ) {
    if (signal?.aborted === true) return false;
    const page = await store.listState({ version, prefix: new Uint8Array(0), start: next, limit: pageItems });
    next = page.next;
    const changes = page.entries.map(({ key, bytes, metadata }): TreeChange => {
      return { key: leafKey(hashStateKey(key)), value: hashStoredValue(bytes, metadata), version, keepsPast: false };
    });
    await tree.write([...changes, headChange({ kind: "Building", value: { version, next } })]);
    done += BigInt(page.entries.length);
    onProgress?.({ phase: "state", done });
  }
  return true;
}

/** Makes the nodes from the leaves, part by part. @returns false when the signal stopped it */
async function writeNodes({ tree, signal, onProgress }: TreeBuildOptions, version: bigint): Promise<boolean> {
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

function changesOf(nodes: ReadonlyMap<string, NodeChange>, version: bigint): TreeChange[] {
  return [...nodes.values()].map(({ key, node }) => ({ key, value: node?.encode(), version, keepsPast: false }));
}
