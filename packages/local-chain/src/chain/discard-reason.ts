import type { DiscardedTransaction } from "@ledger/executor";
import { statusCodes } from "@ledger/vm";
import { invalidText } from "./submit-transaction.ts";

/** Why a transaction that was taken is not executed. */
export interface DiscardReason {
  /** In words. */
  readonly message: string;
  /** Status of the machine, where it found the transaction invalid. */
  readonly code?: number | undefined;
}

/** Why a transaction is dropped that no later block could take. */
export const expired: DiscardReason = {
  message: "the transaction expired while it waited for a block",
  code: statusCodes.TRANSACTION_EXPIRED,
};

/** Why a block did not take a transaction, in words. */
export function discardReason({ status, code }: DiscardedTransaction): DiscardReason {
  return status === "TRANSACTION_EXPIRED" ? expired : { message: invalidText(status), code };
}

/** Why a transaction is dropped whose place another one took. */
export const replaced: DiscardReason = { message: "another transaction with a higher gas price took its place" };
