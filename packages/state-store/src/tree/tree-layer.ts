import { StoreError } from "../store-error.ts";
import type { TreeReads } from "../tree-port.ts";
import { UpperNodes } from "./known-nodes.ts";
import { KnownBuckets } from "./tree-bucket.ts";
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

/** Finds the delta of the block that ends at a version. */
type KnownDeltas = (version: bigint) => PackedDelta | undefined;

/** The deltas that lead from the rows of the tree to the end of a block. */
export class PackedLayer implements TreeLayer {
  readonly base: bigint;
  /** Nodes that were read under it. */
  readonly nodes: UpperNodes = new UpperNodes();
  /** Oldest first. */
  readonly deltas: readonly PackedDelta[];

  private constructor(base: bigint, deltas: readonly PackedDelta[]) {
    this.base = base;
    this.deltas = deltas;
  }

  /**
   * @param version - the last one of a block
   * @param known - finds deltas that have been read before
   * @throws StoreError `corrupt`
   */
  static async load(reads: TreeReads, version: bigint, known: KnownDeltas = () => undefined): Promise<PackedLayer> {
    const deltas: PackedDelta[] = [];
    let base = version;
    for (let slice = 0; slice <= mostSlices; slice++) {
      const [checkpoint, row] = await reads.read(
        latest,
        [checkpointKey(base), deltaKey(base)].slice(0, known(base) === undefined ? 2 : 1),
      );
      const newest = known(base) ?? (row && new PackedDelta(base, row));
      if (newest === undefined || checkpoint !== undefined) return new PackedLayer(base, deltas);
      deltas.unshift(...(await readDeltas(reads, newest.earlier, known)), newest);
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

async function readDeltas(
  reads: TreeReads,
  versions: readonly bigint[],
  known: KnownDeltas,
): Promise<readonly PackedDelta[]> {
  const missing = versions.filter((version) => known(version) === undefined);
  const rows = missing.length === 0 ? [] : await reads.read(latest, missing.map(deltaKey));
  const read = new Map(missing.map((version, i) => [version, rows[i]]));
  return versions.map((version) => {
    const bytes = read.get(version);
    const delta = known(version) ?? (bytes && new PackedDelta(version, bytes));
    if (delta === undefined) throw corrupt(`the row of the block before version ${version + 1n} is missing`);
    return delta;
  });
}

/** Layers that are kept at hand: those of the newest blocks, as a rule, of up to about three megabytes each. */
const keptLayers = 4;

/** The layers that were asked for last. A tree that was made again needs another one, see {@link LayerCache.forget}. */
export class LayerCache {
  static readonly #caches = new WeakMap<TreeReads, LayerCache>();
  readonly #reads: TreeReads;
  readonly #layers = new Map<bigint, PackedLayer>();
  /** They hold at every version, and in a tree that was made again. */
  readonly buckets: KnownBuckets = new KnownBuckets();
  #confirmed: { readonly incarnation: number | undefined } | undefined;

  private constructor(reads: TreeReads) {
    this.#reads = reads;
  }

  /** The one of all who read with the same reads. */
  static of(reads: TreeReads): LayerCache {
    let cache = LayerCache.#caches.get(reads);
    if (cache === undefined) {
      cache = new LayerCache(reads);
      LayerCache.#caches.set(reads, cache);
    }
    return cache;
  }

  /** @throws StoreError `corrupt` */
  async load(version: bigint): Promise<PackedLayer> {
    const layer = this.#layers.get(version) ?? (await this.#read(version));
    this.#layers.delete(version);
    this.#layers.set(version, layer);
    for (const oldest of this.#layers.keys()) {
      if (this.#layers.size <= keptLayers) break;
      this.#layers.delete(oldest);
    }
    return layer;
  }

  /** Neighbouring blocks share most deltas. */
  #read(version: bigint): Promise<PackedLayer> {
    const deltas = new Map<bigint, PackedDelta>();
    for (const layer of this.#layers.values()) for (const delta of layer.deltas) deltas.set(delta.version, delta);
    return PackedLayer.load(this.#reads, version, (end) => deltas.get(end));
  }

  /**
   * Drops what was read before another writer continued, or began, the ledger.
   *
   * @param incarnation - that of the ledger's head
   * @returns false if something was dropped that is of another one
   */
  confirm(incarnation: number | undefined): boolean {
    const before = this.#confirmed;
    this.#confirmed = { incarnation };
    if (before === undefined || before.incarnation === incarnation) return true;
    this.forget();
    return false;
  }

  /** Drops all of them. */
  forget(): void {
    this.#layers.clear();
  }
}

function corrupt(fault: string): StoreError {
  return new StoreError("corrupt", `the state tree is damaged: ${fault}`);
}
