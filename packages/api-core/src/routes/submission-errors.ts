import type { ErrorCode } from "@ledger/types";

/** How submissions are refused. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#6.3 | Specification, execution 6.3} */
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
