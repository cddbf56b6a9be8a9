import type { VerifyProgress } from "@ledger/state-store";
import type { HashValue, Waypoint } from "@ledger/types";
import type { CheckPool } from "../checks/pages.ts";
import type { WaypointStatus } from "./waypoint-status.ts";

/** Options of `verifyLedger`. */
export interface VerifyLedgerOptions {
  /** Compared where its version is kept. */
  readonly waypoint?: Waypoint | undefined;
  /** The threads that check records; the calling thread when absent. It stays open. */
  readonly checkPool?: CheckPool | undefined;
  /** `strict` (default) refuses events that do not match their transaction info; `warn` counts them, see `ingest`. */
  readonly eventRoots?: "strict" | "warn" | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called after every page, and while the state is read. */
  readonly onProgress?: ((progress: VerifyLedgerProgress) => void) | undefined;
}

/** The progress of a verification. */
export interface VerifyLedgerProgress {
  /** Latest record looked at. */
  readonly version: bigint;
  /** Latest record there is. */
  readonly head: bigint;
  /** State items hashed so far; they come after the records. */
  readonly stateItems: number;
  /** While the tables of a database server are compared with each other, before the records are looked at. */
  readonly tables?: VerifyProgress | undefined;
}

/** The facts that a verification proved about a stored ledger. */
export interface LedgerVerification {
  /** Oldest kept record: from here on each record's parts are those that its transaction info names. */
  readonly oldestVersion: bigint;
  /**
   * From this version on the transaction infos are chained into the accumulator, up to the stored one at the head. Above
   * `oldestVersion` only when older accumulators were not kept; absent for a ledger that began lazily: its accumulator is not
   * known, so nothing proves that its records follow each other.
   */
  readonly chainedFrom: bigint | undefined;
  /** Latest version. */
  readonly version: bigint;
  /** Records looked at. */
  readonly records: number;
  /** Blocks compared with what their records say; their heights, times and epochs continue each other. */
  readonly blocks: number;
  /**
   * Items of the state at the head: its root is the one that the latest block claims. Absent where only some of the state is
   * known, which has no root.
   */
  readonly stateItems: number | undefined;
  /**
   * The first version whose state root a record claims, at or after the oldest state: the state there was compared as well, where
   * the whole state is known. History between it and the head follows by the writes.
   */
  readonly oldestState: bigint;
  /** State writes that were read back as of their version. */
  readonly writes: number;
  /** Index entries that were looked up. */
  readonly indexEntries: number;
  /** Root of the state at the head, as the latest block claims it. */
  readonly stateRoot: HashValue;
  /** Root of the transaction accumulator at the head, as the latest record claims it. */
  readonly accumulatorRoot: HashValue;
  /** First version of a ledger that does not begin with genesis. */
  readonly baseVersion: bigint | undefined;
  /** True if version 0 is kept, so that it was derived again from its transaction. */
  readonly fromGenesis: boolean;
  readonly waypoint: WaypointStatus;
  /** Records whose transaction kind this release cannot decode; their hashes were checked. */
  readonly opaqueTransactions: number;
  /** Records whose events are not those of their transaction info; only with `eventRoots: "warn"`. Nothing proves them. */
  readonly unprovedEvents: number;
}
