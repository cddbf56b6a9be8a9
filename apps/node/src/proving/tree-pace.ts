import { setTimeout as delay } from "node:timers/promises";
import { type PruneWindows, readTreeState, StoreError, type TreeReads } from "@ledger/state-store";

/** Versions that the tree may be behind the ledger, at most, before commits wait for it. */
const mostBehind = 10_000n;

/** How a tree is waited for. Times in milliseconds. */
interface Pacing {
  /** Between two looks at it. */
  readonly interval: number;
  /** A tree that stands still for so long is waited for no more. */
  readonly patience: number;
}

const usualPacing: Pacing = { interval: 20, patience: 10_000 };

/** Holds commits back while the state tree is far behind: it must not need records that are pruned. */
export class TreePace {
  readonly #tree: TreeReads;
  readonly #bound: bigint;
  readonly #signal: AbortSignal;
  readonly #pacing: Pacing;
  /** Latest version that the tree was seen to have. */
  #known = -1n;
  /** The version at which a tree stood still for too long. */
  #stuckAt: bigint | undefined;

  constructor(tree: TreeReads, bound: bigint, signal: AbortSignal, pacing = usualPacing) {
    this.#tree = tree;
    this.#bound = bound;
    this.#signal = signal;
    this.#pacing = pacing;
  }

  /**
   * Waits until the tree is near a version. A tree that is being built is not waited for, and one that stands still for ten seconds
   * neither: the ledger grows on, and the tree catches up or is made again.
   */
  readonly keep = async (version: bigint): Promise<void> => {
    const { interval, patience } = this.#pacing;
    let since = performance.now();
    while (version - this.#known > this.#bound && !this.#signal.aborted) {
      const seen = await this.#look();
      if (seen === undefined || seen === this.#stuckAt) return;
      if (seen !== this.#known) {
        this.#known = seen;
        since = performance.now();
      } else if (performance.now() - since > patience) {
        this.#stuckAt = seen;
        return;
      } else await delay(interval, undefined, { signal: this.#signal }).catch(() => undefined);
    }
  };

  /** @returns the version of a whole tree */
  async #look(): Promise<bigint | undefined> {
    try {
      const state = await readTreeState(this.#tree);
      return state?.kind === "Whole" ? state.value.version : undefined;
    } catch (error) {
      if (error instanceof StoreError) return undefined;
      throw error;
    }
  }
}

/** Versions that a tree may be behind a ledger with these windows: half of what is kept, at most. */
export function paceBound({ versions, ledgerVersions }: PruneWindows): bigint {
  const kept = ledgerVersions ?? versions ?? 2n * mostBehind;
  return kept < 2n * mostBehind ? kept / 2n : mostBehind;
}
