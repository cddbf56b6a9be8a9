import type { Awaitable, LedgerRecord, StateItem } from "@ledger/types";
import type { MoveVm, WorkBound, WorkBounds } from "@ledger/vm";
import type { ReplayOptions } from "./replay-record.ts";
import type { RangeGrowth } from "./usage-chain.ts";
import type { KnownUsages } from "./usage-count.ts";

/** The reads of a stored ledger that a replay makes. A ledger store has this shape. */
export interface ReplayedLedger {
  /** The value of an encoded state key as of a version. */
  readState(version: bigint, key: Uint8Array): Awaitable<StateItem | undefined>;
  /** Up to `limit` consecutive records. */
  listRecords(start: bigint, limit: number): Awaitable<readonly LedgerRecord[]>;
  /** The block that a version belongs to. */
  readBlockByVersion(version: bigint): Awaitable<{ readonly firstVersion: bigint }>;
}

/** Versions that are known not to come out as they are recorded. */
export interface KnownDivergence {
  /** First and last version. */
  readonly from: bigint;
  readonly to: bigint;
  readonly reason: string;
}

/** Options of {@link LedgerReplay}. */
export interface LedgerReplayOptions extends ReplayOptions {
  readonly ledger: ReplayedLedger;
  /** Keeps what it has prepared for the next range. */
  readonly vm: MoveVm;
  /** The reason, where an error of the ledger says that it does not know a piece of state; other errors end the replay. */
  readonly unknownState?: ((error: unknown) => string | undefined) | undefined;
  /** Versions that are not executed. */
  readonly divergences?: readonly KnownDivergence[] | undefined;
  /** The work that is done for one record at most. Without bounds a ledger whose gas prices are made up may keep it busy for ever. */
  readonly bounds?: WorkBounds | undefined;
  /** Versions whose execution had to be ended from outside before, with the bound that they went beyond: they are not executed. */
  readonly ended?: ReadonlyMap<bigint, WorkBound> | undefined;
  /** Called before a version is executed. */
  readonly onVersion?: ((version: bigint) => void) | undefined;
  /** True for the versions to execute: all when absent. */
  readonly selects?: ((version: bigint) => boolean) | undefined;
  /**
   * How much state there is at versions, for the blocks that begin an epoch: what is counted is added. Where nothing is known, counting
   * begins with genesis, or with what the next epoch's first record says. Ranges of one replay in a row go on from each other when absent.
   */
  readonly usages?: KnownUsages | undefined;
  /** Called at the end of each range: a `UsageChain` holds usages that were believed against the ranges before. */
  readonly onGrowth?: ((growth: RangeGrowth) => void) | undefined;
}
