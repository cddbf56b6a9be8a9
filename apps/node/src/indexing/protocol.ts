import type { TableGroup } from "@ledger/indexer/build";
import type { StoreLocation } from "../store/location.ts";

/**
 * Versions that an index catches up with in some tenths of a second. Further behind, what is committed from now on gets an
 * index of its own, and the lag is reported.
 */
export const soonIndexed = 500n;

/** Settings of the thread that keeps the index of a ledger's tables. */
export interface IndexSettings {
  readonly location: StoreLocation;
  readonly groups: readonly TableGroup[];
  /** True if what is committed from now on is indexed first, where much history is not indexed yet. */
  readonly newestFirst: boolean;
}

/** Reports of the thread. */
export interface IndexReport {
  /** First version that is not in the index yet. */
  readonly next: bigint;
  /** Head of the ledger. */
  readonly head: bigint;
  /** The part of the ledger that is being read; `done` at its head. */
  readonly phase: "state" | "records" | "done";
  /** True once an index has been at the head: queries are answered from it. */
  readonly isReady: boolean;
  /** First version that answers about history tell of; absent where they tell of all that is kept. */
  readonly since?: bigint | undefined;
}
