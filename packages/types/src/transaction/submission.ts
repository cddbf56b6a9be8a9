import type { ErrorCode } from "../error-code.ts";

/** Why a transaction is refused. */
export type SubmissionErrorCode = Extract<
  ErrorCode,
  | "invalid_input"
  | "invalid_transaction_update"
  | "sequence_number_too_old"
  | "vm_error"
  | "rejected_by_filter"
  | "mempool_is_full"
  | "internal_error"
>;

/**
 * The fate of a signed transaction that was handed to a pool. Plain data: it crosses threads and processes as it is.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#6.3 | Specification, execution 6.3}
 */
export type Submission =
  /** It waits to be executed, or it did already. */
  | { readonly kind: "accepted" }
  | {
      readonly kind: "refused";
      readonly code: SubmissionErrorCode;
      /** For the person who sent it. */
      readonly message: string;
      /** The virtual machine's status, with `vm_error`: e.g. 3 for a sequence number that is too old. */
      readonly vmErrorCode?: number | undefined;
    };
