import type { KnownDivergence, RangeGrowth, ReplayReport } from "@ledger/executor/replay";
import type { StoreLocation } from "../store/location.ts";

/** Settings of a thread that executes records again. */
export interface ReplaySettings {
  readonly location: StoreLocation;
  readonly divergences: readonly KnownDivergence[];
  /** One of so many versions is executed; all when absent. */
  readonly sample: number | undefined;
  /** True if all other threads go first. */
  readonly isBackground: boolean;
}

/** A range of versions to execute again, its ends included. */
export interface ReplayTask {
  readonly from: bigint;
  readonly to: bigint;
}

/** Versions by their outcome. */
export type OutcomeCounts = Record<ReplayReport["outcome"], number>;

/** The outcome of a range. */
export interface ReplayTally {
  /** Versions that were executed. The others of the range were not in the sample. */
  readonly counts: OutcomeCounts;
  /** Versions that are not equal. */
  readonly findings: readonly ReplayReport[];
  /** The state's growth, and the usages of the state that had to be believed. */
  readonly growth?: RangeGrowth | undefined;
}

/** The answer of a thread to a task. */
export type ReplayAnswer =
  | { readonly kind: "done"; readonly tally: ReplayTally }
  | { readonly kind: "failed"; readonly code: string; readonly message: string };

/** No versions at all. */
export const noCounts: Readonly<OutcomeCounts> = { equal: 0, different: 0, state_unknown: 0, not_reproducible: 0 };

/** The sum of two counts. */
export function addCounts(a: Readonly<OutcomeCounts>, b: Readonly<OutcomeCounts>): OutcomeCounts {
  return {
    equal: a.equal + b.equal,
    different: a.different + b.different,
    state_unknown: a.state_unknown + b.state_unknown,
    not_reproducible: a.not_reproducible + b.not_reproducible,
  };
}
