import type { Route } from "../routing/route.ts";

/** Something on the ledger that a text may name. */
export interface Finding {
  /** "Transaction", "Account", "Module", … */
  readonly kind: string;
  readonly title: string;
  readonly detail: string;
  readonly route: Route;
  /** Whether it only belongs to what was looked for: it is offered, but not gone to unasked. */
  readonly related?: boolean;
  /** Version to look at it. */
  readonly at?: string | undefined;
}

/** Something with names that a word may match. */
export interface Named extends Finding {
  /** What it may be called, in lower case. */
  readonly names: readonly string[];
  /** How often it was met lately: of two that match as well, the reader means this one. */
  readonly met?: number;
}
