import { StoreError } from "../store-error.ts";
import type { TreeReads } from "../tree-port.ts";
import { type LeafChange, PackedDelta } from "./tree-delta.ts";
import { checkpointKey, deltaKey, latest } from "./tree-keys.ts";
import type { Subtree } from "./tree-node.ts";

/** Changes that lie over the rows of the tree, of blocks that are newer than they are. */
export interface TreeLayer {
  /** Version as of which the rows are read. */
  readonly base: bigint;
  /** Calls `found` for the parts of the node below the first `depth` digits of a hash that have changed, older changes first. */
  eachPart(hash: Uint8Array, depth: number, found: (digit: number, subtree: Subtree) => void): void;
  /** Calls `found` for the leaves with key hashes from one to another that have changed, older changes first. */
  eachLeaf(from: Uint8Array, to: Uint8Array, found: (change: LeafChange) => void): void;
}

/** Slices that may lie over rows that are whole: one whose rows are being written, and the growing one. */
const mostSlices = 2;

/** The deltas that lead from the rows of the tree to the end of a block. */
export class PackedLayer implements TreeLayer {
  readonly base: bigint;
  /** Oldest first. */
  readonly deltas: readonly PackedDelta[];

  private constructor(base: bigint, deltas: readonly PackedDelta[]) {
    this.base = base;
    this.deltas = deltas;
  }

  /**
   * @param version - the last one of a block
   * @throws StoreError `corrupt`
   */
  static async load(reads: TreeReads, version: bigint): Promise<PackedLayer> {
    const deltas: PackedDelta[] = [];
    let base = version;
    for (let slice = 0; slice <= mostSlices; slice++) {
      const [row, checkpoint] = await reads.read(latest, [deltaKey(base), checkpointKey(base)]);
      if (row === undefined || (slice > 0 && checkpoint !== undefined)) return new PackedLayer(base, deltas);
      const newest = new PackedDelta(row);
      const rows = newest.earlier.length === 0 ? [] : await reads.read(latest, newest.earlier.map(deltaKey));
      const earlier = rows.map((bytes) => {
        if (bytes === undefined) throw corrupt(`the row of a block before version ${base} is missing`);
        return new PackedDelta(bytes);
      });
      deltas.unshift(...earlier, newest);
      base = newest.base;
    }
    throw corrupt(`too many blocks lie over its rows at version ${version}`);
  }

  eachPart(hash: Uint8Array, depth: number, found: (digit: number, subtree: Subtree) => void): void {
    for (const delta of this.deltas) delta.eachPart(hash, depth, found);
  }

  eachLeaf(from: Uint8Array, to: Uint8Array, found: (change: LeafChange) => void): void {
    for (const delta of this.deltas) delta.eachLeaf(from, to, found);
  }
}

function corrupt(fault: string): StoreError {
  return new StoreError("corrupt", `the state tree is damaged: ${fault}`);
}
