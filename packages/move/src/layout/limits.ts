/**
 * Bounds on types and values that hostile modules or requests could make absurd. The verifier of the chain keeps real
 * types far below them.
 *
 * @see Ledger specification, Move values §7
 */
export const layoutLimits = {
  /** Containers inside one another. */
  depth: 128,
  /** Nodes of a type written out in full. */
  unfoldedNodes: 100_000,
  /** Different struct instances that one type may need. */
  instances: 4_096,
  /** Nodes of a type's name, type arguments included. */
  tagNodes: 512,
} as const;
