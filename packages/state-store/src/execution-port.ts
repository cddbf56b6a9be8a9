import type { Awaitable, HashValue } from "@ledger/types";

/** Versions by what came of executing them again. */
export interface ExecutionCounts {
  readonly equal: number;
  readonly different: number;
  readonly stateUnknown: number;
  readonly notReproducible: number;
  /** Versions whose execution went beyond a bound of the host. */
  readonly notExecuted: number;
}

/** Consecutive versions that were executed again, or one of every so many of them. */
export interface ExecutedRange {
  readonly from: bigint;
  readonly to: bigint;
  /** 1 for all of them, N for one of N. */
  readonly sample: number;
}

/** The results about all versions that a node has executed again. */
export interface ExecutionSummary {
  readonly counts: ExecutionCounts;
  /** Ascending, apart from each other or with another sample. */
  readonly ranges: readonly ExecutedRange[];
  /** The newest version that is done, with the accumulator after it: a ledger that was begun again has another one. */
  readonly last: { readonly version: bigint; readonly accumulatorRoot: HashValue } | undefined;
  /** The first version that differs. */
  readonly firstDifferent: bigint | undefined;
}

/** A version that is not equal. */
export interface ExecutionFinding {
  readonly version: bigint;
  readonly outcome: "different" | "state_unknown" | "not_reproducible" | "not_executed";
  /** JSON, with what differs or why it was not executed. */
  readonly report: string;
}

/** A version in a list of those that are not equal. */
export interface ListedFinding {
  readonly version: bigint;
  /** Why it was not executed; of one that differs the finding itself says what does. */
  readonly reason: string | undefined;
}

/** The outcome of a range, which continues the newest one or begins another. */
export interface ExecutionNote {
  readonly range: ExecutedRange;
  readonly counts: ExecutionCounts;
  readonly findings: readonly ExecutionFinding[];
  /** After the last version of the range. */
  readonly accumulatorRoot: HashValue;
}

/** The results of executing a ledger again, for those who read them. They are kept apart from the ledger: they can be made again. */
export interface ExecutionReader {
  summary(): Awaitable<ExecutionSummary>;
  /** @returns the finding about a version, if there is any */
  find(version: bigint): Awaitable<ExecutionFinding | undefined>;
  /** Versions of one outcome, ascending from a version. */
  list(outcome: ExecutionFinding["outcome"], from: bigint, limit: number): Awaitable<readonly ListedFinding[]>;
  /** Releases what it has open. Closing twice is fine. */
  close(): Awaitable<void>;
}

/** The same, for the one who writes them. */
export interface ExecutionStore extends ExecutionReader {
  /** Keeps the outcome of a range, in one step. Of one outcome the first 10,000 or so are kept whole, of later ones the outcome alone. */
  note(note: ExecutionNote): Awaitable<void>;
  /** Forgets everything: the ledger is another one now. */
  clear(): Awaitable<void>;
}

/** Findings of one outcome that are kept whole. Of a ledger with much unknown state no more are kept. */
export const wholeFindings = 10_000;

/**
 * The finding as it is kept.
 *
 * @param held - findings that were made before
 * @returns `undefined` for one more version whose state is unknown: there may be as many as versions
 */
export function keptFinding(finding: ExecutionFinding, held: ExecutionCounts): ExecutionFinding | undefined {
  const { version, outcome } = finding;
  const count = {
    different: held.different,
    state_unknown: held.stateUnknown,
    not_reproducible: held.notReproducible,
    not_executed: held.notExecuted,
  };
  if (count[outcome] < wholeFindings) return finding;
  if (outcome === "state_unknown") return undefined;
  return { version, outcome, report: JSON.stringify({ version: `${version}`, outcome }) };
}

/** Nothing executed. */
export const noExecutions: ExecutionSummary = {
  counts: { equal: 0, different: 0, stateUnknown: 0, notReproducible: 0, notExecuted: 0 },
  ranges: [],
  last: undefined,
  firstDifferent: undefined,
};

/** The results of a node that executes nothing again. */
export const noExecution: ExecutionReader = {
  summary: () => noExecutions,
  find: () => undefined,
  list: () => [],
  close: () => undefined,
};
