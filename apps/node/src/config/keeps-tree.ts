/** The options by which a node computes the root of the state after each block. */
export interface TreeOptions {
  readonly proofs?: "on" | "off" | undefined;
  readonly execute?: "off" | "all" | number | undefined;
  readonly stateRoots?: "off" | "every_block" | undefined;
  readonly fork?: string | undefined;
  readonly startVersion?: bigint | "latest" | undefined;
  readonly backup?: string | undefined;
}

/** True for a ledger that begins with a part of its state: the rest of it is fetched when it is asked for. */
export function isPartial({ fork, startVersion, backup }: TreeOptions): boolean {
  return fork !== undefined || (startVersion !== undefined && backup === undefined);
}

/**
 * True for a node that computes the root of the state after each block: what is executed again and what is proved are joined by it. A ledger
 * that began lazily has no state to compute it of.
 */
export function keepsTree(options: TreeOptions): boolean {
  const { proofs, execute, stateRoots } = options;
  if (proofs === "on") return true;
  return !isPartial(options) && (execute !== "off" || stateRoots === "every_block");
}
