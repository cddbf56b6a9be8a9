import type { TableGroup } from "@ledger/indexer/build";
import type { StoreLocation } from "../store/location.ts";

/** Settings of the thread that keeps the index of a ledger's tables. */
export interface IndexSettings {
  readonly location: StoreLocation;
  readonly groups: readonly TableGroup[];
}

/** Reports of the thread. */
export interface IndexReport {
  /** First version that is not in the index yet. */
  readonly next: bigint;
  /** Head of the ledger. */
  readonly head: bigint;
  /** The part of the ledger that is being read; `done` at its head. */
  readonly phase: "state" | "records" | "done";
  /** True once the index has been at the head: queries are answered from it. */
  readonly isReady: boolean;
}
