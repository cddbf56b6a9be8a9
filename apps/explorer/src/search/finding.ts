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
