/** Health of a node besides its ledger. */
export interface NodeHealth {
  /** Why the ledger has stopped advancing; `undefined` while it advances. */
  readonly fault: string | undefined;
  /** Why nothing comes although there should be more; `undefined` while all is well. */
  readonly stall: string | undefined;
  /** Why nothing of the ledger may be served; `undefined` while it may. */
  readonly withheld: string | undefined;
  /** A fault with which all is served nevertheless; `undefined` while all is well. */
  readonly degraded: string | undefined;
  /** Why proofs do not keep up with the ledger; `undefined` while they do, and where none are kept. */
  readonly unproved: string | undefined;
  /** Microseconds that the time of a network of this node is ahead of the host's clock; 0 for any other ledger. */
  readonly leadUsecs: bigint;
  /** State of the trusted waypoint; `undefined` when none was given. */
  readonly waypoint: string | undefined;
  /** How far the index of the GraphQL tables is; `undefined` once it has caught up, and where none is kept. */
  readonly index: string | undefined;
}

/** The health of a node of which nothing is known yet. */
export const unknownHealth: NodeHealth = {
  fault: undefined,
  stall: undefined,
  withheld: undefined,
  degraded: undefined,
  unproved: undefined,
  leadUsecs: 0n,
  waypoint: undefined,
  index: undefined,
};

/** A fault with which all else is served nevertheless; `undefined` while all is well. */
export function degradationOf({ degraded, unproved }: NodeHealth): string | undefined {
  return degraded === undefined || unproved === undefined ? (degraded ?? unproved) : `${degraded}; ${unproved}`;
}
