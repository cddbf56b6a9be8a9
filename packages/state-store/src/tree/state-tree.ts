import {
  type AccumulatorFrontierState,
  type AccumulatorProof,
  type HashValue,
  type SparseMerkleProof,
  sparseMerklePlaceholderHash,
  zeroHash,
} from "@ledger/types";
import type { LedgerReader } from "../port.ts";
import { StoreError, versionPruned } from "../store-error.ts";
import type { TreeReads } from "../tree-port.ts";
import { proveOnPaths } from "./prove-state.ts";
import { type AccumulatorParts, frontierAt, proveVersion } from "./prove-version.ts";
import type { KnownBuckets } from "./tree-bucket.ts";
import { decodeTreeState, type TreeHead, type TreeState } from "./tree-head.ts";
import { checkpointKey, headKey, latest } from "./tree-keys.ts";
import { LayerCache } from "./tree-layer.ts";
import { TreePaths } from "./tree-paths.ts";

/**
 * Reads how far a tree is.
 *
 * @returns `undefined` where there is none
 * @throws StoreError `corrupt`
 */
export async function readTreeState(reads: TreeReads): Promise<TreeState | undefined> {
  const [row] = await reads.read(latest, [headKey]);
  return row && decodeState(row);
}

function decodeState(row: Uint8Array): TreeState {
  try {
    return decodeTreeState(row);
  } catch (error) {
    throw new StoreError(
      "corrupt",
      "the state tree is damaged, or another version of this program made it; a node with --proofs on, or 'proofs build', makes it again",
      { cause: error },
    );
  }
}

/** How often paths are read when what they are read from goes meanwhile. Each time that takes a slice and a prune. */
const attempts = 4;

/** Options of {@link StateTree}. */
export interface StateTreeOptions {
  /**
   * True to read neighbouring leaves once for all versions that have them: up to 5 MB of them are kept for all trees with the same reads. Who
   * looks for damage reads each time, which is so when absent.
   */
  readonly keepsLeaves?: boolean | undefined;
}

/** The state tree of a store, for proofs. */
export class StateTree {
  readonly #reads: TreeReads;
  readonly #store: Pick<LedgerReader, "summary">;
  readonly #buckets: KnownBuckets | undefined;

  constructor(reads: TreeReads, store: Pick<LedgerReader, "summary">, { keepsLeaves = false }: StateTreeOptions = {}) {
    this.#reads = reads;
    this.#store = store;
    this.#buckets = keepsLeaves ? LayerCache.of(reads).buckets : undefined;
  }

  /** @returns `undefined` while there is no whole tree */
  async head(): Promise<TreeHead | undefined> {
    const state = await readTreeState(this.#reads);
    return state?.kind === "Whole" ? state.value : undefined;
  }

  /**
   * Proves of each key its value or its absence.
   *
   * @param version - the last one of a block
   * @throws StoreError `version_pruned` where the tree does not reach down so far; `corrupt`
   */
  async prove(version: bigint, keys: readonly HashValue[]): Promise<SparseMerkleProof[]> {
    const paths = await this.#load(version, keys);
    return keys.map((key) => proveOnPaths(paths, key));
  }

  /**
   * Proves that a transaction info is in the ledger.
   *
   * @param ledgerVersion - last version of the ledger that the proof leads to
   * @throws StoreError `version_pruned` below the kept leaves; `corrupt`
   */
  async proveVersion(version: bigint, ledgerVersion: bigint): Promise<AccumulatorProof> {
    return this.#withSeed(version, (parts) => proveVersion(parts, version, ledgerVersion));
  }

  /** Root of the state at a version: the last one of a block. */
  async root(version: bigint): Promise<HashValue> {
    const paths = await this.#load(version, []);
    return paths.node(zeroHash, 0)?.whole().hash ?? sparseMerklePlaceholderHash;
  }

  /**
   * The accumulator over the first leaves.
   *
   * @throws StoreError `version_pruned` below the kept leaves; `corrupt`
   */
  async frontierAt(leafCount: bigint): Promise<AccumulatorFrontierState> {
    return this.#withSeed(leafCount, (parts) => frontierAt(parts, leafCount));
  }

  /** Drops what is kept at hand of the tree: it may have been made again since it was read. */
  forget(): void {
    LayerCache.of(this.#reads).forget();
  }

  /** Reads nodes of the accumulator, once more where a prune took some of them away meanwhile. */
  async #withSeed<T>(version: bigint, read: (parts: AccumulatorParts) => Promise<T>): Promise<T> {
    for (;;) {
      const seed = await this.#seedBelow(version);
      try {
        return await read({ reads: this.#reads, seed });
      } catch (error) {
        if ((await this.#seedBelow(version)).leafCount === seed.leafCount) throw error;
      }
    }
  }

  /** The accumulator with which the kept leaves begin, which must not be above a version. */
  async #seedBelow(version: bigint): Promise<AccumulatorFrontierState> {
    const head = await this.head();
    if (head !== undefined && version >= head.seed.leafCount) return head.seed;
    throw versionPruned(version, head?.seed.leafCount ?? version + 1n);
  }

  /** Reads paths. Rows that a prune takes away meanwhile are no fault of the tree: newer ones are read. */
  async #load(version: bigint, keys: readonly HashValue[]): Promise<TreePaths> {
    const layers = LayerCache.of(this.#reads);
    let fault: unknown;
    for (let attempt = 0; attempt < attempts; attempt++) {
      let base: bigint | undefined;
      let paths: TreePaths | undefined;
      try {
        const layer = await layers.load(version);
        base = layer.base;
        paths = await TreePaths.load(this.#reads, layer, keys, layer.nodes, this.#buckets);
      } catch (error) {
        if (!(error instanceof StoreError) || error.code !== "corrupt") throw error;
        fault = error;
      }
      const isWhole = await this.#expectKept(version, base);
      if (paths !== undefined && isWhole) return paths;
      layers.forget();
    }
    throw fault ?? new StoreError("corrupt", `the state tree has no block that ends at version ${version}`);
  }

  /**
   * @param base - version as of which rows were read
   * @returns true if the rows are whole as of the base, which they are until its checkpoint goes
   */
  async #expectKept(version: bigint, base: bigint | undefined): Promise<boolean> {
    const keys = base === undefined ? [headKey] : [headKey, checkpointKey(base)];
    const [row, checkpoint] = await this.#reads.read(latest, keys);
    const state = row && decodeState(row);
    const { oldestVersion: oldest = 0n, incarnation } = (await this.#store.summary()) ?? {};
    const oldestTree = state?.kind === "Whole" ? state.value.oldestVersion : version + 1n;
    const bound = oldest > oldestTree ? oldest : oldestTree;
    if (version < bound) throw versionPruned(version, bound);
    // A database may have been replaced, by a ledger with other blocks.
    return LayerCache.of(this.#reads).confirm(incarnation) && checkpoint !== undefined;
  }
}
