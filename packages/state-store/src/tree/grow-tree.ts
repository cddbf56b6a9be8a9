import { bytesEqual, compareBytes, type HashValue, mapKey, type SparseMerkleUpdate } from "@ledger/types";
import { bucketLeaves } from "./tree-bucket.ts";
import { TreeDelta } from "./tree-delta.ts";
import { digitAt, nodeKey, withDigit } from "./tree-keys.ts";
import { subtreeOf, type TreeLeaf } from "./tree-leaves.ts";
import { nodeChildren, nodeLevels, type Subtree, TreeNode } from "./tree-node.ts";
import type { TreePaths } from "./tree-paths.ts";

/** A node that changes, with the key of its row; absent where there is none any more. */
export interface NodeChange {
  readonly key: Uint8Array;
  readonly node: TreeNode | undefined;
}

/** The change of the tree from one version to another. */
export interface TreeGrowth {
  /** Root of the state afterwards. */
  readonly root: HashValue;
  /** Parts of nodes, and leaves, that change. */
  readonly delta: TreeDelta;
  /** Nodes that change, by the names of their keys. */
  readonly nodes: ReadonlyMap<string, NodeChange>;
}

/**
 * Applies the writes of a block.
 *
 * @param paths - of all changed keys, before the block
 * @param updates - one per key, ascending
 */
export function growTree(paths: TreePaths, updates: readonly SparseMerkleUpdate[]): TreeGrowth {
  const growth = new Growth(paths, updates);
  const root = growth.grow();
  return { root: root.hash, delta: growth.delta, nodes: growth.nodes };
}

/** Of several writes to a key the last one counts. @returns one per key, ascending */
export function lastPerKey(updates: Iterable<SparseMerkleUpdate>): SparseMerkleUpdate[] {
  const last = new Map<string, SparseMerkleUpdate>();
  for (const update of updates) last.set(mapKey(update[0]), update);
  return [...last.values()].sort(([a], [b]) => compareBytes(a, b));
}

/** Nodes over what is new below a place, and the whole of it. */
export interface TreePlanting {
  readonly whole: Subtree;
  readonly nodes: ReadonlyMap<string, NodeChange>;
}

/** Makes the subtree at `depth` digits over all leaves below it. */
export function plantNodes(leaves: readonly TreeLeaf[], depth: number): TreePlanting {
  const growth = new Growth(undefined, []);
  const whole = growth.plant(leaves, depth);
  return { whole, nodes: growth.nodes };
}

/** Makes the nodes above 16² subtrees, up to the root. */
export function joinNodes(subtrees: readonly Subtree[]): TreePlanting {
  const growth = new Growth(undefined, []);
  const children = Array.from({ length: nodeChildren }, (_, digit) => {
    const node = TreeNode.of(subtrees.slice(nodeChildren * digit, nodeChildren * (digit + 1)));
    const whole = node.whole();
    if (whole.count > bucketLeaves) growth.put(Uint8Array.of(digit << 4), 1, node);
    return whole;
  });
  const root = TreeNode.of(children);
  growth.put(new Uint8Array(0), 0, root);
  return { whole: root.whole(), nodes: growth.nodes };
}

class Growth {
  readonly delta = new TreeDelta();
  readonly nodes = new Map<string, NodeChange>();
  readonly #paths: TreePaths | undefined;
  readonly #updates: readonly SparseMerkleUpdate[];

  /** @param paths - of the tree before; absent where there is none */
  constructor(paths: TreePaths | undefined, updates: readonly SparseMerkleUpdate[]) {
    this.#paths = paths;
    this.#updates = updates;
  }

  grow(): Subtree {
    const [first] = this.#updates;
    return this.#growNode(first?.[0] ?? new Uint8Array(32), 0, 0, this.#updates.length);
  }

  /** Applies the updates `[from, to)`, which share their first `depth` digits with `key`. */
  #growNode(key: Uint8Array, depth: number, from: number, to: number): Subtree {
    const before = this.#paths?.node(key, depth);
    const children = new Map<number, Subtree>();
    for (let start = from; start < to; ) {
      const [changed] = this.#updates[start]!;
      const digit = digitAt(changed, depth);
      let end = start + 1;
      while (end < to && digitAt(this.#updates[end]![0], depth) === digit) end++;
      const child = before?.child(digit);
      if (child !== undefined && child.count > bucketLeaves) {
        const grown = this.#growNode(changed, depth + 1, start, end);
        if (!bytesEqual(grown.hash, child.hash)) children.set(digit, grown);
      } else {
        const leaves = this.#mergeLeaves(this.#paths?.bucket(key, depth, digit)?.leaves ?? [], start, end);
        if (leaves !== undefined) children.set(digit, this.plant(leaves, depth + 1));
      }
      start = end;
    }
    if (before !== undefined && children.size === 0) return before.whole();
    const node = (before ?? TreeNode.of([])).with(children);
    for (const [digit, child] of children) this.#tell(key, depth, digit, child);
    const whole = node.whole();
    this.put(key, depth, depth === 0 || whole.count > bucketLeaves ? node : undefined);
    return whole;
  }

  /** @returns the leaves after the updates; `undefined` when they change nothing */
  #mergeLeaves(bucket: readonly TreeLeaf[], from: number, to: number): TreeLeaf[] | undefined {
    const merged: TreeLeaf[] = [];
    let changed = false;
    let at = 0;
    for (let i = from; i < to; i++) {
      const [key, valueHash] = this.#updates[i]!;
      while (at < bucket.length && compareBytes(bucket[at]![0], key) < 0) merged.push(bucket[at++]!);
      const old = at < bucket.length && bytesEqual(bucket[at]![0], key) ? bucket[at++] : undefined;
      if (valueHash !== undefined) merged.push([key, valueHash]);
      if (valueHash === undefined ? old === undefined : old !== undefined && bytesEqual(old[1], valueHash)) continue;
      changed = true;
      this.delta.setLeaf(key, valueHash);
    }
    if (!changed) return undefined;
    for (; at < bucket.length; at++) merged.push(bucket[at]!);
    return merged;
  }

  /** Makes the subtree at `depth` digits over leaves, with nodes where there are many. */
  plant(leaves: readonly TreeLeaf[], depth: number): Subtree {
    if (leaves.length <= bucketLeaves && depth > 0) return subtreeOf(leaves, 0, leaves.length, nodeLevels * depth);
    const children: Subtree[] = [];
    let start = 0;
    for (let digit = 0; digit < nodeChildren; digit++) {
      let end = start;
      while (end < leaves.length && digitAt(leaves[end]![0], depth) === digit) end++;
      children.push(this.plant(leaves.slice(start, end), depth + 1));
      start = end;
    }
    const node = TreeNode.of(children);
    const key = leaves[0]?.[0] ?? new Uint8Array(32);
    // All of them: what lay here before, and went, may have left rows and deltas.
    if (this.#paths !== undefined)
      for (const [digit, child] of children.entries()) this.#tell(key, depth, digit, child);
    this.put(key, depth, node);
    return node.whole();
  }

  /** Sets the node below the first `depth` digits of a key. */
  put(key: Uint8Array, depth: number, node: TreeNode | undefined): void {
    const rowKey = nodeKey(key, depth);
    this.nodes.set(mapKey(rowKey), { key: rowKey, node });
  }

  /** Notes a changed child of the node below the first `depth` digits of a key. */
  #tell(key: Uint8Array, depth: number, digit: number, child: Subtree): void {
    this.delta.setSubtree(withDigit(key, depth, digit), depth + 1, child);
  }
}
