import {
  type AccumulatorFrontierState,
  type HashValue,
  hashTransactionInfo,
  type SparseMerkleUpdate,
  sparseMerkleUpdate,
} from "@ledger/types";
import type { CommitBlock } from "../port.ts";
import type { TreeChange, TreeWrites } from "../tree-port.ts";
import { AccumulatorGrowth, levelsBetweenRows } from "./grow-accumulator.ts";
import { growTree, lastPerKey } from "./grow-tree.ts";
import { frontierAt } from "./prove-version.ts";
import { type TreeHead, TreeState } from "./tree-head.ts";
import { accumulatorKey, headKey } from "./tree-keys.ts";
import type { TreeNode } from "./tree-node.ts";
import { TreePaths } from "./tree-paths.ts";

/** Nodes that the writer keeps at hand, some kilobytes each. */
const knownNodes = 8_192;

/** The parts of a block that change the tree. */
export type TreeBlock = Pick<CommitBlock, "lastVersion"> & {
  readonly records: readonly Pick<CommitBlock["records"][number], "writes" | "info">[];
};

/** Grows a whole tree block by block. */
export class TreeWriter {
  readonly #tree: TreeWrites;
  readonly #accumulator: AccumulatorGrowth;
  readonly #known = new Map<string, TreeNode>();
  #head: TreeHead;

  /** @param frontier - the accumulator after the head's version */
  constructor(tree: TreeWrites, head: TreeHead, frontier: AccumulatorFrontierState) {
    this.#tree = tree;
    this.#head = head;
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
  async add({ lastVersion, records }: TreeBlock): Promise<HashValue> {
    const updates: SparseMerkleUpdate[] = records.flatMap(({ writes }) => writes.map(sparseMerkleUpdate));
    const sorted = lastPerKey(updates);
    const before = this.#head.version;
    const paths = await TreePaths.load(
      this.#tree,
      before,
      sorted.map(([key]) => key),
      this.#known,
    );
    const { root, changes, nodes } = growTree(paths, sorted, lastVersion);
    const all: TreeChange[] = [...changes];
    this.#accumulator.append(
      records.map(({ info }) => hashTransactionInfo(info)),
      lastVersion,
      all,
    );
    const head = { ...this.#head, version: lastVersion };
    all.push(headChange({ kind: "Whole", value: head }));
    await this.#tree.write(all);
    this.#head = head;
    if (this.#known.size > knownNodes) this.#known.clear();
    for (const [name, node] of nodes) {
      if (node === undefined) this.#known.delete(name);
      else this.#known.set(name, node);
    }
    return root;
  }

  /**
   * Removes what is below the windows, at most about twice `maxRows` rows.
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
        version: this.#head.version,
        oldestVersion: oldestVersion > this.#head.oldestVersion ? oldestVersion : this.#head.oldestVersion,
        seed: changes.length === 0 ? seed : await frontierAt({ reads: this.#tree, seed }, leafCount),
      };
      await this.#tree.write([headChange({ kind: "Whole", value: head }), ...changes]);
      this.#head = head;
    }
    const gone = await this.#tree.prune(this.#head.oldestVersion, maxRows);
    return gone < maxRows && this.#head.seed.leafCount >= oldestLedgerVersion;
  }
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
  return { key: headKey, value: TreeState.encode(state), version: 0n, keepsPast: false };
}
