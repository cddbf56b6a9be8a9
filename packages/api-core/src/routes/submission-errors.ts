import type { ErrorCode } from "@ledger/types";

/** How submissions are refused. @see Ledger specification, execution §6.3 */
export const submissionErrors: readonly ErrorCode[] = [
  "invalid_input",
  "invalid_transaction_update",
  "sequence_number_too_old",
  "vm_error",
  "rejected_by_filter",
  "account_not_found",
  "version_pruned",
  "mempool_is_full",
];
