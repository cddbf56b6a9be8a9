import type { DifferentRoot, TreeBuildProgress } from "@ledger/state-store";
import type { TreeProgress } from "@ledger/sync";
import type { StoreLocation } from "../store/location.ts";

/** Settings of the thread that keeps the state tree of a ledger. */
export interface TreeSettings {
  readonly location: StoreLocation;
}

/** Reports of the thread. */
export type TreeReport =
  | ({ readonly phase: "grown" } & TreeProgress)
  | { readonly phase: "building"; readonly build: TreeBuildProgress }
  /** A tree that does not fit the ledger was removed, to be made again. */
  | { readonly phase: "removed"; readonly reason: string }
  /** A record claims a root that its state does not have, now or since an earlier run. */
  | { readonly phase: "differs"; readonly root: DifferentRoot };
