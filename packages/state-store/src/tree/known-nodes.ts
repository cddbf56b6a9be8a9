import type { TreeNode } from "./tree-node.ts";

/** Depths of nodes that a reader asks for at once, before it is known which of them there are. */
const depthsAtOnce = 5;

/** Depths whose nodes a reader keeps: at most 273 nodes, a kilobyte each. */
const keptDepths = 3;

/** Nodes that were read before, as of one version. */
export interface KnownNodes {
  /** Depths that are asked for at once. */
  readonly depths: number;
  get(name: string): TreeNode | undefined;
  /** Takes a node that was read. */
  add?(name: string, depth: number, node: TreeNode): void;
}

/** The upper nodes, for readers. Hashes that have been made in them are kept, too. */
export class UpperNodes implements KnownNodes {
  readonly depths: number = depthsAtOnce;
  readonly #nodes = new Map<string, TreeNode>();

  get(name: string): TreeNode | undefined {
    return this.#nodes.get(name);
  }

  add(name: string, depth: number, node: TreeNode): void {
    if (depth < keptDepths) this.#nodes.set(name, node);
  }
}
