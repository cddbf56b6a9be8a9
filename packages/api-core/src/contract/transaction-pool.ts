import type { HashValue, Submission } from "@ledger/types";

/**
 * A pool of signed transactions that wait to be executed. It may be in another thread or process: both calls then travel, and reject
 * when the pool does not answer. The client gets the message of an `ApiError`; of any other reason it gets the status 503 only.
 *
 * A pool knows a transaction until it is dropped, or **at least until the store that the API reads has it**: one that is known
 * nowhere for a moment would be a transaction that was lost.
 */
export interface TransactionPool {
  /**
   * Validates a transaction on the latest state and takes it.
   *
   * @param transaction - BCS of a `SignedTransaction` that decodes
   * @returns why it is refused, if it is; one that waits already is accepted again
   */
  submit(transaction: Uint8Array): Promise<Submission>;
  /** BCS of the signed transaction that waits under a hash. */
  findPending(hash: HashValue): Promise<Uint8Array | undefined>;
}
