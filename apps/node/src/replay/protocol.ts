import type { KnownDivergence, RangeGrowth, ReplayReport } from "@ledger/executor/replay";
import type { WorkBound, WorkBounds } from "@ledger/vm";
import type { StoreLocation } from "../store/location.ts";

/** The records that a thread executes: those of a stored ledger, of the same while all that is read is recorded, or of a case. */
export type ReplaySource =
  | { readonly kind: "store"; readonly location: StoreLocation }
  | { readonly kind: "recorded"; readonly location: StoreLocation }
  | { readonly kind: "case"; readonly file: string };

/** Settings of a thread that executes records again. */
export interface ReplaySettings {
  readonly source: ReplaySource;
  readonly divergences: readonly KnownDivergence[];
  /** One of so many versions is executed; all when absent. */
  readonly sample: number | undefined;
  /** True if all other threads go first. */
  readonly isBackground: boolean;
  /** The work for one version at most. */
  readonly bounds: WorkBounds;
}

/** The data that a thread is started with. */
export interface ReplayThreadData extends ReplaySettings {
  /** See {@link Pulse}. */
  readonly pulse: SharedArrayBuffer;
  /** Versions that an earlier thread could not execute within the bounds. */
  readonly ended: ReadonlyMap<bigint, WorkBound>;
}

/** The sign of life of a thread, read from outside while it runs. */
export class Pulse {
  readonly shared: SharedArrayBuffer;
  readonly #cells: BigInt64Array;

  constructor(shared: SharedArrayBuffer = new SharedArrayBuffer(16)) {
    this.shared = shared;
    this.#cells = new BigInt64Array(shared);
  }

  /** The version that is being executed, if one is. */
  get version(): bigint | undefined {
    const next = Atomics.load(this.#cells, 1);
    return next === 0n ? undefined : next - 1n;
  }

  set version(version: bigint | undefined) {
    Atomics.store(this.#cells, 1, version === undefined ? 0n : version + 1n);
    this.beat();
  }

  /** Grows with each beat. */
  get beats(): bigint {
    return Atomics.load(this.#cells, 0);
  }

  beat(): void {
    Atomics.add(this.#cells, 0, 1n);
  }
}

/** Versions of a case. */
export interface CaseFacts {
  readonly chainId: number;
  readonly from: bigint;
  readonly to: bigint;
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
  /** All that was read, in a run that records it. */
  readonly recorded?: RecordedCase | undefined;
}

/** The bytes of a case, and the items of the state in it. */
export interface RecordedCase {
  readonly bytes: Uint8Array;
  readonly items: number;
}

/** Functions of the thread. */
export interface ReplayFunctions {
  /** Returns the versions of its case, when it has read it; nothing of a ledger that is none. */
  facts(input: undefined): CaseFacts | undefined;
  /** Executes a range of versions. Ranges are executed one after the other. */
  run(task: ReplayTask): ReplayTally;
}

/** Functions that the thread calls. */
export interface ReplayListener {
  /** Its ledger is open, or cannot be opened. */
  opened(input: undefined): undefined;
}

/** No versions at all. */
export const noCounts: Readonly<OutcomeCounts> = {
  equal: 0,
  different: 0,
  state_unknown: 0,
  not_reproducible: 0,
  not_executed: 0,
};

/** The sum of two counts. */
export function addCounts(a: Readonly<OutcomeCounts>, b: Readonly<OutcomeCounts>): OutcomeCounts {
  return {
    equal: a.equal + b.equal,
    different: a.different + b.different,
    state_unknown: a.state_unknown + b.state_unknown,
    not_reproducible: a.not_reproducible + b.not_reproducible,
    not_executed: a.not_executed + b.not_executed,
  };
}
