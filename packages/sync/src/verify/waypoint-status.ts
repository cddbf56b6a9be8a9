/**
 * What became of a trusted waypoint.
 *
 * - `none`: none was given
 * - `ahead`: its version was not reached yet; it will be compared then
 * - `matched`: the ledger has it
 * - `not_kept`: its version was pruned before it was given
 */
export type WaypointStatus = "none" | "ahead" | "matched" | "not_kept";
