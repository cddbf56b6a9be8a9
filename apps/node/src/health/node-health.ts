/** Health of a node besides its ledger. */
export interface NodeHealth {
  /** Why the ledger has stopped advancing; `undefined` while it advances. */
  readonly fault: string | undefined;
  /** Why nothing comes although there should be more; `undefined` while all is well. */
  readonly stall: string | undefined;
  /** Why nothing of the ledger may be served; `undefined` while it may. */
  readonly withheld: string | undefined;
  /** State of the trusted waypoint; `undefined` when none was given. */
  readonly waypoint: string | undefined;
}

/** The health of a node of which nothing is known yet. */
export const unknownHealth: NodeHealth = {
  fault: undefined,
  stall: undefined,
  withheld: undefined,
  waypoint: undefined,
};
