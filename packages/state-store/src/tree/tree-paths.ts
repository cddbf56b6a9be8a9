import { bytesEqual, compareBytes, type HashValue, mapKey, zeroHash } from "@ledger/types";
import { StoreError } from "../store-error.ts";
import type { TreeRange, TreeReads, TreeRow } from "../tree-port.ts";
import type { KnownNodes } from "./known-nodes.ts";
import { Bucket, bucketLeaves, type KnownBuckets, ownLeaves } from "./tree-bucket.ts";
import { digitAt, hashOfLeafKey, leafRange, nodeKey, withDigit } from "./tree-keys.ts";
import type { TreeLayer } from "./tree-layer.ts";
import type { TreeLeaf } from "./tree-leaves.ts";
import { nodeChildren, nodeLevels, type Subtree, TreeNode } from "./tree-node.ts";

/** Leaves that have to be read, and what the node above them says of them. */
interface MissingBucket {
  readonly range: TreeRange;
  readonly child: Subtree;
  /** In bits. */
  readonly depth: number;
}

/** The part of the tree that lies on the paths of some keys, at one version. */
export class TreePaths {
  readonly #nodes = new Map<string, TreeNode | undefined>();
  readonly #buckets = new Map<string, Bucket>();

  /**
   * Reads the paths of some keys.
   *
   * @param layer - what lies over the rows at the version
   * @param known - nodes as of the same version
   * @param buckets - those that need not be read; each one that is read is compared with the node above it, and added
   * @throws StoreError `corrupt` where nodes and leaves contradict each other
   */
  static async load(
    reads: TreeReads,
    layer: TreeLayer,
    keys: readonly HashValue[],
    known: KnownNodes,
    buckets?: KnownBuckets,
  ): Promise<TreePaths> {
    const paths = new TreePaths();
    const missing = new Map<string, MissingBucket>();
    // The root is read in any case.
    let open = keys.length === 0 ? [zeroHash] : keys;
    for (let depth = 0; open.length > 0; depth++) {
      await paths.#readNodes(reads, layer, open, depth, known);
      open = open.filter((key) => {
        const node = paths.node(key, depth);
        if (node === undefined && depth > 0) throw corrupt(`a node at depth ${depth} is missing`);
        const above = depth === 0 ? undefined : paths.node(key, depth - 1)?.child(digitAt(key, depth - 1)).count;
        if (node !== undefined && above !== undefined && node.count !== above) {
          throw corrupt(`a node at depth ${depth} counts ${node.count} leaves where ${above} are`);
        }
        const digit = node === undefined ? undefined : bottomDigit(node, digitAt(key, depth));
        if (node === undefined || digit === undefined) return false;
        const child = node.child(digit);
        if (child.count > bucketLeaves) return true;
        const range = leafRange(withDigit(key, depth, digit), depth + 1);
        const name = mapKey(range[0]);
        const bucket = buckets?.get(child.hash);
        if (bucket === undefined) missing.set(name, { range, child, depth: nodeLevels * (depth + 1) });
        else paths.#buckets.set(name, bucket);
        return false;
      });
    }
    await paths.#readBuckets(reads, layer, missing, buckets);
    return paths;
  }

  /** The node below the first `depth` digits of a key; absent where there is none, which only the root may be. */
  node(key: Uint8Array, depth: number): TreeNode | undefined {
    return this.#nodes.get(mapKey(nodeKey(key, depth)));
  }

  /** A child of the node below the first `depth` digits of a key; absent where it has no leaves. */
  bucket(key: Uint8Array, depth: number, digit: number): Bucket | undefined {
    const [from] = leafRange(withDigit(key, depth, digit), depth + 1);
    return this.#buckets.get(mapKey(from));
  }

  async #readNodes(
    reads: TreeReads,
    layer: TreeLayer,
    keys: readonly HashValue[],
    depth: number,
    known: KnownNodes,
  ): Promise<void> {
    const wanted = new Map<string, { readonly rowKey: Uint8Array; readonly key: Uint8Array; readonly depth: number }>();
    const depths = depth > 0 ? 1 : known.depths;
    for (const key of keys) {
      for (let i = depth; i < depth + depths; i++) {
        const rowKey = nodeKey(key, i);
        const name = mapKey(rowKey);
        if (this.#nodes.has(name) || wanted.has(name)) continue;
        const node = known.get(name);
        if (node === undefined) {
          wanted.set(name, { rowKey, key, depth: i });
          continue;
        }
        this.#nodes.set(name, node);
        if (!leadsToNode(node, digitAt(key, i))) break;
      }
    }
    if (wanted.size === 0) return;
    const values = await reads.read(
      layer.base,
      [...wanted.values()].map(({ rowKey }) => rowKey),
    );
    let i = 0;
    for (const [name, place] of wanted) {
      const value = values[i++];
      const changed = new Map<number, Subtree>();
      layer.eachPart(place.key, place.depth, (digit, subtree) => changed.set(digit, subtree));
      const row = value && TreeNode.decode(value);
      const node = changed.size === 0 ? row : (row ?? TreeNode.of([])).with(changed);
      this.#nodes.set(name, node);
      if (node !== undefined) known.add?.(name, place.depth, node);
    }
  }

  async #readBuckets(
    reads: TreeReads,
    layer: TreeLayer,
    missing: ReadonlyMap<string, MissingBucket>,
    buckets: KnownBuckets | undefined,
  ): Promise<void> {
    if (missing.size === 0) return;
    const found = await reads.list(
      layer.base,
      [...missing.values()].map(({ range }) => range),
    );
    let i = 0;
    for (const [name, { range, child, depth }] of missing) {
      const leaves = withChanges(found[i++] ?? [], range, layer);
      const { count, hash } = child;
      if (leaves.length !== count) throw corrupt(`a node counts ${count} leaves where ${leaves.length} are`);
      const bucket = new Bucket(buckets === undefined ? leaves : ownLeaves(leaves), depth);
      this.#buckets.set(name, bucket);
      if (buckets === undefined) continue;
      if (!bytesEqual(bucket.whole().hash, hash))
        throw corrupt("leaves have another hash than the node above them says");
      buckets.add(bucket);
    }
  }
}

/** True if the path of a key goes through another node below one. */
function leadsToNode(node: TreeNode, digit: number): boolean {
  const bottom = bottomDigit(node, digit);
  return bottom !== undefined && node.child(bottom).count > bucketLeaves;
}

/** The leaves of rows, and what lies over them. */
function withChanges(rows: readonly TreeRow[], [from, to]: TreeRange, layer: TreeLayer): readonly TreeLeaf[] {
  const leaves = rows.map(({ key, value }): TreeLeaf => [hashOfLeafKey(key), value as HashValue]);
  let changed: Map<string, TreeLeaf> | undefined;
  layer.eachLeaf(hashOfLeafKey(from), hashOfLeafKey(to), ([key, valueHash]) => {
    changed ??= new Map(leaves.map((leaf) => [mapKey(leaf[0]), leaf]));
    if (valueHash === undefined) changed.delete(mapKey(key));
    else changed.set(mapKey(key), [key, valueHash]);
  });
  return changed === undefined ? leaves : [...changed.values()].sort(([a], [b]) => compareBytes(a, b));
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

function corrupt(fault: string): StoreError {
  return new StoreError("corrupt", `the state tree is damaged: ${fault}`);
}
