/** Why a pool does not take a transaction: the code that the REST API answers with. */
export type MempoolErrorCode = "invalid_transaction_update" | "sequence_number_too_old" | "mempool_is_full";

/** Thrown when a pool does not take a transaction. */
export class MempoolError extends Error {
  override readonly name = "MempoolError";
  readonly code: MempoolErrorCode;

  constructor(code: MempoolErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
