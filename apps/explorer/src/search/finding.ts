import type { Route } from "../routing/route.ts";

/** Something on the ledger that a text may name. */
export interface Finding {
  /** "Transaction", "Account", "Module", … */
  readonly kind: string;
  readonly title: string;
  readonly detail: string;
  readonly route: Route;
  /** True for a thing that only belongs to what was looked for: it is offered, but not opened unasked. */
  readonly related?: boolean;
  /** Version to look at it. */
  readonly at?: string | undefined;
}

/** Something with names that a word may match. */
export interface Named extends Finding {
  /** Names that it may be called by, in lower case. */
  readonly names: readonly string[];
  /** How often it was met lately: of two that match as well, the reader means this one. */
  readonly met?: number;
}
