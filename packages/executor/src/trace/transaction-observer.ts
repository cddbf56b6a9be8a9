import type { LedgerGasMeter, Tracer } from "@ledger/vm";
import type { TransactionSession } from "../session/transaction-session.ts";
import type { Change } from "../state/change.ts";

/** A part of a transaction that is paid for outside of its calls. */
export type ChargedPart =
  /** The charge of every transaction before it does anything. */
  | { readonly kind: "intrinsic" }
  /** Writing the bytes of the transaction itself. */
  | { readonly kind: "transaction" }
  /** Writing its events. */
  | { readonly kind: "events" }
  /** Writing one item of the state. */
  | { readonly kind: "write"; readonly change: Change }
  /** Keeping what was written. */
  | { readonly kind: "storage" };

/** Sees what a transaction does while it is executed. */
export interface TransactionObserver {
  /** Sees the code that runs; nothing is compiled then. */
  readonly tracer: Tracer;
  /** The transaction begins. @param meter - what its gas is counted by */
  begin(meter: Pick<LedgerGasMeter, "usedGas">): void;
  /** A session begins, or continues. */
  session(kind: TransactionSession): void;
  /** Charges from now on are for this. */
  charge(part: ChargedPart): void;
  /** The transaction is over. @param gasUsed - all that is paid for, in internal gas */
  end(gasUsed: number): void;
}
