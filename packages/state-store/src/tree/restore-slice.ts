import { type HashValue, mapKey } from "@ledger/types";
import type { TreeReads } from "../tree-port.ts";
import type { NodeChange } from "./grow-tree.ts";
import { bucketLeaves } from "./tree-bucket.ts";
import { placeOf, TreeDelta } from "./tree-delta.ts";
import { digitAt, nodeKey } from "./tree-keys.ts";
import type { PackedLayer } from "./tree-layer.ts";
import { type Subtree, TreeNode } from "./tree-node.ts";
import { ChangedLeaves, type TreeSlice } from "./tree-slice.ts";

interface ChangedNode {
  readonly key: Uint8Array;
  readonly parts: Map<number, Subtree>;
  readonly isThere: boolean;
}

/** Makes the nodes and leaves of what lies over the rows of a tree, for a writer that finds it there. */
export async function restoreSlice(reads: TreeReads, layer: PackedLayer): Promise<Pick<TreeSlice, "nodes" | "leaves">> {
  const delta = new TreeDelta();
  for (const older of layer.deltas) older.addTo(delta);
  const leaves = new ChangedLeaves();
  leaves.set(delta.leaves);
  const changed = changedNodes(delta);
  const rows = await reads.read(
    layer.base,
    changed.map(({ key }) => key),
  );
  const nodes = new Map<string, NodeChange>();
  changed.forEach(({ key, parts, isThere }, i) => {
    const row = rows[i];
    const node = isThere ? (row === undefined ? TreeNode.of([]) : TreeNode.decode(row)).with(parts) : undefined;
    nodes.set(mapKey(key), { key, node });
  });
  return { nodes, leaves };
}

/** The nodes whose parts a delta names. What changes a node changes the part of its parent, too, which says whether it is there. */
function changedNodes(delta: TreeDelta): ChangedNode[] {
  const nodes = new Map<string, ChangedNode>();
  for (const [place, subtree] of delta.subtrees.values()) {
    const depth = place[0]! - 1;
    const hash = new Uint8Array(32) as HashValue;
    hash.set(place.subarray(1));
    const key = nodeKey(hash, depth);
    const name = mapKey(key);
    let node = nodes.get(name);
    if (node === undefined) {
      const own = delta.subtrees.get(mapKey(placeOf(hash, depth)!))?.[1];
      node = { key, parts: new Map(), isThere: depth === 0 || (own !== undefined && own.count > bucketLeaves) };
      nodes.set(name, node);
    }
    node.parts.set(digitAt(hash, depth), subtree);
  }
  return [...nodes.values()];
}
