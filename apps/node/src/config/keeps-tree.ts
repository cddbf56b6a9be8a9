import type { StartOptions } from "./start-options.ts";

/**
 * True for a node that computes the root of the state after each block: what is executed again and what is proved are joined by it. A ledger
 * that began lazily has no state to compute it of.
 */
export function keepsTree({
  proofs,
  execute,
  stateRoots,
  fork,
  startVersion,
  backup,
}: Pick<StartOptions, "proofs" | "execute" | "stateRoots" | "fork" | "startVersion" | "backup">): boolean {
  if (proofs === "on") return true;
  const isPartial = fork !== undefined || (startVersion !== undefined && backup === undefined);
  return !isPartial && (execute !== "off" || stateRoots === "every_block");
}
