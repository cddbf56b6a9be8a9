import type { SimulatedTransaction, Transaction } from "../api/answers.ts";
import type { ApiFailure } from "../api/failure.ts";

/** State of a call: simulated, on its way, or done. */
export type CallProgress =
  /** `refused` where it was to be submitted, and would fail. */
  | { readonly kind: "simulated"; readonly transaction: SimulatedTransaction; readonly refused: boolean }
  | { readonly kind: "waiting"; readonly hash: string }
  | { readonly kind: "committed"; readonly transaction: Transaction }
  | { readonly kind: "expired"; readonly hash: string }
  | { readonly kind: "failed"; readonly failure: ApiFailure };
