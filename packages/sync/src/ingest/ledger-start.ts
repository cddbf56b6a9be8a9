import type { LedgerIdentity, LedgerStore } from "@ledger/state-store";
import type { SparseMerkleTree } from "@ledger/types";
import type { LedgerPosition } from "../checks/block-assembler.ts";
import type { WaypointStatus } from "../verify/waypoint-status.ts";

/** A store that was made to begin above version 0, and from where to go on. */
export interface LedgerStart {
  readonly position: LedgerPosition;
  /** The network that the base names. */
  readonly network: Partial<LedgerIdentity>;
  /** The result of the trusted waypoint, where the start has settled it. */
  readonly waypoint?: WaypointStatus | undefined;
}

/**
 * Gives an empty store its base.
 *
 * @param network - what is known of the wanted network
 * @param tree - gets every item of the base state, where its roots are to be checked; it was given empty
 */
export type StartLedger = (
  store: LedgerStore,
  network: Partial<LedgerIdentity>,
  signal: AbortSignal,
  tree: SparseMerkleTree | undefined,
) => Promise<LedgerStart>;
