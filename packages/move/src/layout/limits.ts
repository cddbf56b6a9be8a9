/**
 * Bounds on types and values that hostile modules or requests could make absurd. The verifier of the chain keeps real
 * types far below them.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#7 | Specification, Move values 7}
 */
export const layoutLimits = {
  /** Containers inside one another. */
  depth: 128,
  /** Nodes of a type written out in full. */
  unfoldedNodes: 100_000,
  /** Work of building one type: a step for each field, for each node of its type's name, and for 8 characters of its name. */
  steps: 50_000,
  /** Nodes of a type's name, type arguments included. */
  tagNodes: 512,
} as const;
