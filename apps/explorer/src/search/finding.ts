import type { Route } from "../routing/route.ts";

/** Something on the ledger that a text may name. */
export interface Finding {
  /** "Transaction", "Account", "Module", … */
  readonly kind: string;
  readonly title: string;
  readonly detail: string;
  readonly route: Route;
  /** Version to look at it. */
  readonly at?: string | undefined;
}
