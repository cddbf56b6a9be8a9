import {
  type AccumulatorFrontierState,
  type AccumulatorProof,
  type HashValue,
  type SparseMerkleProof,
  sparseMerklePlaceholderHash,
  zeroHash,
} from "@ledger/types";
import type { LedgerReader } from "../port.ts";
import { versionPruned } from "../store-error.ts";
import type { TreeReads } from "../tree-port.ts";
import { proveOnPaths } from "./prove-state.ts";
import { frontierAt, proveVersion } from "./prove-version.ts";
import { type TreeHead, TreeState } from "./tree-head.ts";
import { headKey, latest } from "./tree-keys.ts";
import { PackedLayer } from "./tree-layer.ts";
import { TreePaths } from "./tree-paths.ts";

/** Reads how far a tree is. @returns `undefined` where there is none */
export async function readTreeState(reads: TreeReads): Promise<TreeState | undefined> {
  const [row] = await reads.read(latest, [headKey]);
  return row && TreeState.decode(row);
}

/** The state tree of a store, for proofs. */
export class StateTree {
  readonly #reads: TreeReads;
  readonly #store: Pick<LedgerReader, "summary">;

  constructor(reads: TreeReads, store: Pick<LedgerReader, "summary">) {
    this.#reads = reads;
    this.#store = store;
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
    return proveVersion({ reads: this.#reads, seed: await this.#seedBelow(version) }, version, ledgerVersion);
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
    return frontierAt({ reads: this.#reads, seed: await this.#seedBelow(leafCount) }, leafCount);
  }

  /** The accumulator with which the kept leaves begin, which must not be above a version. */
  async #seedBelow(version: bigint): Promise<AccumulatorFrontierState> {
    const head = await this.head();
    if (head !== undefined && version >= head.seed.leafCount) return head.seed;
    throw versionPruned(version, head?.seed.leafCount ?? version + 1n);
  }

  async #load(version: bigint, keys: readonly HashValue[]): Promise<TreePaths> {
    try {
      return await TreePaths.load(this.#reads, await PackedLayer.load(this.#reads, version), keys);
    } finally {
      // What was read while a prune took it away is not whole, and no fault of the tree.
      await this.#expectKept(version);
    }
  }

  async #expectKept(version: bigint): Promise<void> {
    const head = await this.head();
    const oldest = (await this.#store.summary())?.oldestVersion ?? 0n;
    const oldestTree = head?.oldestVersion ?? version + 1n;
    const bound = oldest > oldestTree ? oldest : oldestTree;
    if (version < bound) throw versionPruned(version, bound);
  }
}
