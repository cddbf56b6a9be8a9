import {
  type AccumulatorFrontierState,
  bytesEqual,
  type HashValue,
  hashTransactionInfo,
  LruCache,
  type SparseMerkleUpdate,
  sparseMerkleUpdate,
} from "@ledger/types";
import type { CommitBlock } from "../port.ts";
import { StoreError } from "../store-error.ts";
import type { TreeChange, TreeRange, TreeWrites } from "../tree-port.ts";
import { AccumulatorGrowth, levelsBetweenRows } from "./grow-accumulator.ts";
import { growTree, lastPerKey } from "./grow-tree.ts";
import type { KnownNodes } from "./known-nodes.ts";
import { leadsTo, proveOnPaths } from "./prove-state.ts";
import { frontierAt } from "./prove-version.ts";
import { restoreSlice } from "./restore-slice.ts";
import { type DifferentRoot, encodeTreeState, type TreeHead, type TreeState } from "./tree-head.ts";
import { accumulatorKey, checkpointKey, deltaKey, headKey, latest, versionOfKey } from "./tree-keys.ts";
import { PackedLayer, type TreeLayer } from "./tree-layer.ts";
import type { TreeNode } from "./tree-node.ts";
import { TreePaths } from "./tree-paths.ts";
import { SettlingSlice, type SliceBounds, sliceBounds, TreeSlice } from "./tree-slice.ts";

/** Nodes that the writer keeps at hand besides those that have changed, a kilobyte each. */
const knownNodes = 8_192;

/** How much faster the rows of an ended slice are written than the next one grows. */
const settlingHaste = 1.5;

/** The parts of a block that change the tree. */
export type TreeBlock = Pick<CommitBlock, "lastVersion"> & {
  readonly records: readonly Pick<CommitBlock["records"][number], "writes" | "info">[];
};

/** The paths of the keys that a block changes, as they were read before it. */
export interface PathsBefore {
  /** True if each of them leads to a root: else what was read is damaged, and the root after the block is none of the state. */
  leadTo(root: HashValue): boolean;
}

/** Grows a whole tree block by block. After an error it is of no use any more; another one continues from the rows. */
export class TreeWriter {
  readonly #tree: TreeWrites;
  readonly #accumulator: AccumulatorGrowth;
  readonly #known = new LruCache<string, TreeNode>(knownNodes);
  /** Changes that the next write makes, each of another row. */
  #changes: TreeChange[] = [];
  readonly #bounds: SliceBounds;
  #head: TreeHead;
  /** The version up to which the rows have everything, once the settling slice has settled. */
  #base: bigint;
  /** The latest version that this writer has noted as one that the rows are whole as of. */
  #checkpoint: bigint | undefined;
  /** The checkpoint up to which everything has been pruned. */
  #prunedTo: bigint | undefined;
  #slice: TreeSlice | undefined;
  #settling: SettlingSlice | undefined;
  #isOpen: boolean;
  #hasFailed = false;

  /** @param frontier - the accumulator after the head's version */
  constructor(tree: TreeWrites, head: TreeHead, frontier: AccumulatorFrontierState, bounds = sliceBounds) {
    this.#bounds = bounds;
    this.#tree = tree;
    this.#head = head;
    this.#base = head.settled;
    this.#isOpen = head.settled === head.version;
    this.#accumulator = new AccumulatorGrowth(frontier);
  }

  get head(): TreeHead {
    return this.#head;
  }

  /**
   * Adds the next block.
   *
   * @returns the root of the state after it
   */
  async add(block: TreeBlock): Promise<HashValue> {
    let root: HashValue | undefined;
    await this.addAll([block], (_, found) => {
      root = found;
    });
    return root!;
  }

  /**
   * Adds the next blocks in one step.
   *
   * @param onRoot - called with the root of the state after each, before anything of them is written; it returns what differs from the
   * record's claim. What it throws stops all
   */
  async addAll<Block extends TreeBlock>(
    blocks: readonly Block[],
    onRoot: (block: Block, root: HashValue, before: PathsBefore) => DifferentRoot | undefined,
  ): Promise<void> {
    if (this.#hasFailed) throw new Error("this writer of the state tree has failed before");
    this.#hasFailed = true;
    await this.#open();
    for (const block of blocks) await this.#grow(block, (root, before) => onRoot(block, root, before));
    await this.#write();
    this.#hasFailed = false;
  }

  /** Keeps the outcome of comparing the root of the head, which was built and not grown. */
  async noteRoot(differs: DifferentRoot | undefined): Promise<void> {
    const { version } = this.#head;
    const note = differs === undefined ? { agreesSince: version } : noteOf(this.#head, differs);
    const head = { ...this.#head, ...note };
    await this.#tree.write([headChange({ kind: "Whole", value: head })]);
    this.#head = head;
  }

  /**
   * Removes what is below the windows, at most about three times `maxRows` rows.
   *
   * @param oldestVersion - oldest state that is kept
   * @param oldestLedgerVersion - oldest transaction that is kept
   * @returns true when nothing is left to remove
   */
  async prune(oldestVersion: bigint, oldestLedgerVersion: bigint, maxRows: number): Promise<boolean> {
    const { seed } = this.#head;
    if (oldestVersion > this.#head.oldestVersion || oldestLedgerVersion > seed.leafCount) {
      const bound = seed.leafCount + BigInt(maxRows);
      const leafCount = oldestLedgerVersion < bound ? oldestLedgerVersion : bound;
      const changes = leafCount > seed.leafCount ? removedNodes(seed.leafCount, leafCount) : [];
      const head = {
        ...this.#head,
        oldestVersion: oldestVersion > this.#head.oldestVersion ? oldestVersion : this.#head.oldestVersion,
        seed: changes.length === 0 ? seed : await frontierAt({ reads: this.#tree, seed }, leafCount),
      };
      await this.#tree.write([headChange({ kind: "Whole", value: head }), ...changes]);
      this.#head = head;
    }
    const checkpoint = await this.#checkpointAt(this.#head.oldestVersion);
    const isRest = this.#head.seed.leafCount < oldestLedgerVersion;
    // Until rows have settled once more, pruning finds nothing new.
    if (checkpoint === undefined || checkpoint === this.#prunedTo) return !isRest;
    // Readers of rows as of a checkpoint look whether it is still there, so it goes before what only they read.
    if (checkpoint > 0n) {
      const below: TreeRange = [checkpointKey(0n), checkpointKey(checkpoint - 1n)];
      if ((await this.#tree.remove(below, maxRows)) >= maxRows) return false;
    }
    const past = await this.#tree.prune(checkpoint, maxRows);
    const deltas = await this.#tree.remove([deltaKey(0n), deltaKey(checkpoint)], maxRows);
    if (past >= maxRows || deltas >= maxRows) return false;
    this.#prunedTo = checkpoint;
    return !isRest;
  }

  /** Takes over what another writer has left over the rows: they are written at once. */
  async #open(): Promise<void> {
    if (this.#isOpen) return;
    this.#isOpen = true;
    const { version } = this.#head;
    const layer = await PackedLayer.load(this.#tree, version);
    if (layer.base !== this.#head.settled) {
      throw new StoreError("corrupt", `the state tree is damaged: the row of version ${version} is missing`);
    }
    this.#settle(await restoreSlice(this.#tree, layer));
    await this.#write();
  }

  async #grow(
    { lastVersion, records }: TreeBlock,
    onRoot: (root: HashValue, before: PathsBefore) => DifferentRoot | undefined,
  ): Promise<void> {
    const updates: SparseMerkleUpdate[] = records.flatMap(({ writes }) => writes.map(sparseMerkleUpdate));
    const sorted = lastPerKey(updates);
    const keys = sorted.map(([key]) => key);
    const paths = await TreePaths.load(this.#tree, this.#layer(), keys, this.#nodesAtHand);
    const growth = growTree(paths, sorted);
    const differs = onRoot(growth.root, {
      leadTo: (root) =>
        keys.length === 0
          ? bytesEqual(root, growth.root)
          : keys.every((key) => leadsTo(root, key, proveOnPaths(paths, key))),
    });
    const { leaves, isTooDeep } = growth.delta;
    // Below version 0 there is none that the rows could be whole as of.
    const isDirect = leaves.size > this.#bounds.direct || isTooDeep || lastVersion === 0n;
    if (isDirect && this.#settling !== undefined) await this.#endSettling();
    this.#accumulator.append(
      records.map(({ info }) => hashTransactionInfo(info)),
      lastVersion,
      this.#changes,
    );
    this.#head = { ...this.#head, version: lastVersion, ...(differs && noteOf(this.#head, differs)) };
    const slice = this.#slice ?? new TreeSlice(this.#base, this.#bounds);
    this.#slice = slice;
    slice.add(growth);
    if (isDirect) {
      this.#settle(slice);
      return this.#write();
    }
    this.#changes.push(slice.endBlock(lastVersion, growth.delta));
    if (this.#settling !== undefined) this.#changes.push(...this.#settling.take(settlingHaste * slice.progress));
    if (slice.progress >= 1) await this.#endSlice(slice);
  }

  /** The rows, and the leaves over them. Nodes that have changed are at hand. */
  #layer(): TreeLayer {
    return {
      base: this.#head.settled,
      eachPart: () => undefined,
      eachLeaf: (from, to, found) => {
        this.#settling?.leaves.each(from, to, found);
        this.#slice?.leaves.each(from, to, found);
      },
    };
  }

  /** Most of the upper nodes, so those below are asked for when it is known that they are there. */
  readonly #nodesAtHand: KnownNodes = {
    depths: 1,
    get: (name) => {
      const changed = this.#slice?.nodes.get(name) ?? this.#settling?.nodes.get(name);
      return changed === undefined ? this.#known.get(name) : changed.node;
    },
  };

  /** Lets the rows of a full slice be written by and by. */
  async #endSlice(slice: TreeSlice): Promise<void> {
    if (this.#settling !== undefined) await this.#endSettling();
    else await this.#write();
    this.#settling = new SettlingSlice(slice, this.#head.version);
    this.#base = this.#head.version;
    this.#slice = undefined;
  }

  async #endSettling(): Promise<void> {
    this.#changes.push(...this.#settling!.take(1));
    await this.#write();
  }

  /** Has the next write make the rows those of the head. */
  #settle(slice: Pick<TreeSlice, "nodes" | "leaves">): void {
    this.#settling = new SettlingSlice(slice, this.#head.version);
    this.#base = this.#head.version;
    this.#slice = undefined;
    this.#changes.push(...this.#settling.take(1));
  }

  /** Writes what has gathered, up to the latest block that was added. */
  async #write(): Promise<void> {
    const settled = this.#settling?.isDone === true ? this.#settling : undefined;
    const head = settled === undefined ? this.#head : { ...this.#head, settled: settled.end };
    const changes = [...this.#changes, headChange({ kind: "Whole", value: head })];
    if (this.#checkpoint !== head.settled) changes.push(checkpointChange(head.settled));
    this.#changes = [];
    await this.#tree.write(changes);
    this.#head = head;
    this.#checkpoint = head.settled;
    if (settled === undefined) return;
    this.#settling = undefined;
    for (const [name, { node }] of settled.nodes) this.#keep(name, node);
  }

  /** Keeps a node at hand, or forgets one that is gone. */
  #keep(name: string, node: TreeNode | undefined): void {
    if (node === undefined) this.#known.delete(name);
    else this.#known.set(name, node);
  }

  /** The latest checkpoint at or before a version: what only earlier versions read is needed no more when that version is the oldest. */
  async #checkpointAt(version: bigint): Promise<bigint | undefined> {
    const [rows = []] = await this.#tree.list(latest, [[checkpointKey(0n), checkpointKey(version)]]);
    const last = rows.at(-1);
    return last && versionOfKey(last.key);
  }
}

/** The head's note of a root that differs: the first one is kept, and nothing up to this one agrees. */
function noteOf(head: TreeHead, differs: DifferentRoot): Pick<TreeHead, "agreesSince" | "differs"> {
  return { agreesSince: differs.version + 1n, differs: head.differs ?? differs };
}

/** Accumulator rows that only proofs of versions below `to` need. */
function removedNodes(from: bigint, to: bigint): TreeChange[] {
  const changes: TreeChange[] = [];
  for (let level = 0; to >> BigInt(level) > 0n; level += levelsBetweenRows) {
    for (let index = from >> BigInt(level); index < to >> BigInt(level); index++) {
      changes.push({ key: accumulatorKey(level, index), value: undefined, version: 0n, keepsPast: false });
    }
  }
  return changes;
}

/** The row that says how far the tree is. */
export function headChange(state: TreeState): TreeChange {
  return { key: headKey, value: encodeTreeState(state), version: 0n, keepsPast: false };
}

/** The row that says that the rows of leaves and nodes are whole as of a version. */
export function checkpointChange(version: bigint): TreeChange {
  return { key: checkpointKey(version), value: new Uint8Array(0), version: 0n, keepsPast: false };
}
