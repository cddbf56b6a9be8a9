import { type HashValue, mapKey, zeroHash } from "@ledger/types";
import { StoreError } from "../store-error.ts";
import type { TreeRange, TreeReads } from "../tree-port.ts";
import { digitAt, hashOfLeafKey, leafRange, nodeKey } from "./tree-keys.ts";
import type { TreeLeaf } from "./tree-leaves.ts";
import { nodeChildren, nodeLevels, TreeNode } from "./tree-node.ts";

/**
 * Most leaves of a subtree that has no node of its own: its hashes are made from the leaves when they are needed. See decision
 * 0092 for how it was chosen.
 */
export const bucketLeaves = 32;

/** Depths of nodes that are asked for at once, before it is known which of them there are. */
const depthsAtOnce = 5;

/** Nodes that were read before. */
export interface KnownNodes {
  get(name: string): TreeNode | undefined;
}

/** The part of the tree that lies on the paths of some keys, at one version. */
export class TreePaths {
  readonly #nodes = new Map<string, TreeNode | undefined>();
  readonly #buckets = new Map<string, readonly TreeLeaf[]>();

  /**
   * Reads the paths of some keys.
   *
   * @param known - nodes as of the same version
   * @throws StoreError `corrupt` where nodes and leaves contradict each other
   */
  static async load(
    reads: TreeReads,
    version: bigint,
    keys: readonly HashValue[],
    known?: KnownNodes,
  ): Promise<TreePaths> {
    const paths = new TreePaths();
    const buckets = new Map<string, { readonly range: TreeRange; readonly count: number }>();
    // The root is read in any case.
    let open = keys.length === 0 ? [zeroHash] : keys;
    for (let depth = 0; open.length > 0; depth++) {
      await paths.#readNodes(reads, version, open, depth, known);
      open = open.filter((key) => {
        const node = paths.node(key, depth);
        if (node === undefined && depth > 0) throw corrupt(`a node at depth ${depth} is missing`);
        const digit = node === undefined ? undefined : bottomDigit(node, digitAt(key, depth));
        if (node === undefined || digit === undefined) return false;
        const { count } = node.child(digit);
        if (count > bucketLeaves) return true;
        const range = leafRange(withDigit(key, depth, digit), depth + 1);
        buckets.set(mapKey(range[0]), { range, count });
        return false;
      });
    }
    await paths.#readBuckets(reads, version, [...buckets.values()]);
    return paths;
  }

  /** The node below the first `depth` digits of a key; absent where there is none, which only the root may be. */
  node(key: Uint8Array, depth: number): TreeNode | undefined {
    return this.#nodes.get(mapKey(nodeKey(key, depth)));
  }

  /** Leaves of a child of the node below the first `depth` digits of a key. */
  bucket(key: Uint8Array, depth: number, digit: number): readonly TreeLeaf[] {
    const [from] = leafRange(withDigit(key, depth, digit), depth + 1);
    return this.#buckets.get(mapKey(from)) ?? [];
  }

  async #readNodes(
    reads: TreeReads,
    version: bigint,
    keys: readonly HashValue[],
    depth: number,
    known: KnownNodes | undefined,
  ): Promise<void> {
    const wanted = new Map<string, Uint8Array>();
    // With known nodes most of the upper ones are known, so those below are asked for when it is known that they are there.
    const depths = known !== undefined || depth > 0 ? 1 : depthsAtOnce;
    for (const key of keys) {
      for (let i = depth; i < depth + depths; i++) {
        const rowKey = nodeKey(key, i);
        const name = mapKey(rowKey);
        if (this.#nodes.has(name) || wanted.has(name)) continue;
        const node = known?.get(name);
        if (node === undefined) wanted.set(name, rowKey);
        else this.#nodes.set(name, node);
      }
    }
    if (wanted.size === 0) return;
    const values = await reads.read(version, [...wanted.values()]);
    let i = 0;
    for (const name of wanted.keys()) {
      const value = values[i++];
      this.#nodes.set(name, value && TreeNode.decode(value));
    }
  }

  async #readBuckets(
    reads: TreeReads,
    version: bigint,
    buckets: readonly { readonly range: TreeRange; readonly count: number }[],
  ): Promise<void> {
    if (buckets.length === 0) return;
    const found = await reads.list(
      version,
      buckets.map(({ range }) => range),
    );
    buckets.forEach(({ range, count }, i) => {
      const rows = found[i] ?? [];
      if (rows.length !== count) throw corrupt(`a node counts ${count} leaves where ${rows.length} are`);
      this.#buckets.set(
        mapKey(range[0]),
        rows.map(({ key, value }) => [hashOfLeafKey(key), value as HashValue] as const),
      );
    });
  }
}

/**
 * The child where the path of a key ends or leads on: the key's own, or the only one with a key where the path ends before.
 *
 * @returns `undefined` where the path ends at an empty place
 */
export function bottomDigit(node: TreeNode, digit: number): number | undefined {
  if (node.child(digit).count > 0) return digit;
  for (let level = 0; level < nodeLevels; level++) {
    const index = digit >> (nodeLevels - level);
    const { count } = node.part(level, index);
    if (count === 0) return undefined;
    if (count > 1) continue;
    const first = index << (nodeLevels - level);
    for (let child = first; child < nodeChildren; child++) if (node.child(child).count > 0) return child;
  }
  return undefined;
}

/** A key with another digit at a depth; what comes after does not count. */
function withDigit(key: Uint8Array, depth: number, digit: number): Uint8Array {
  const other = key.slice();
  const byte = other[depth >> 1]!;
  other[depth >> 1] = depth % 2 === 0 ? (digit << 4) | (byte & 15) : (byte & 0xf0) | digit;
  return other;
}

function corrupt(fault: string): StoreError {
  return new StoreError("corrupt", `the state tree is damaged: ${fault}`);
}
