import { type HashValue, hashSignedTransaction, SignedTransaction, type Submission } from "@ledger/types";
import { ApiError } from "../contract/error.ts";
import type { TransactionPool } from "../contract/transaction-pool.ts";
import type { RequestContext } from "../endpoint/context.ts";
import { isSenderAllowed } from "./sender-filter.ts";
import { buildSigned, type SignedRequest } from "./signed-request.ts";

/** A transaction that waits to be executed. */
export interface PendingTransaction {
  readonly hash: HashValue;
  readonly transaction: SignedTransaction;
}

/**
 * Builds a transaction and hands it to the pool.
 *
 * @throws ApiError what the pool refuses with; `internal_error` (503) when it does not answer
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#6.3 | Specification, execution 6.3}
 */
export async function submit(request: SignedRequest, context: RequestContext): Promise<PendingTransaction> {
  return handOver(await buildSubmission(request, context), context);
}

/** The transaction that a request is about. @throws ApiError `invalid_input`, `rejected_by_filter` */
export async function buildSubmission(request: SignedRequest, context: RequestContext): Promise<SignedTransaction> {
  const transaction = await buildSigned(request, context);
  if (!isSenderAllowed(context.config.senderFilter, transaction.rawTxn.sender)) {
    throw new ApiError(
      "rejected_by_filter",
      "this node does not accept transactions of this sender (setting senderFilter)",
    );
  }
  return transaction;
}

/** Hands a transaction to the pool, before anything is waited for. @throws ApiError as {@link submit} */
export async function handOver(transaction: SignedTransaction, { pool }: RequestContext): Promise<PendingTransaction> {
  if (pool === undefined) throw new TypeError("a node without a pool does not come here");
  const bytes = SignedTransaction.encode(transaction);
  const submission = await askPool(() => pool.submit(bytes));
  if (submission.kind === "refused") throw refusal(submission);
  return { hash: hashSignedTransaction(bytes), transaction };
}

/** The transaction that waits in a node's pool under a hash. */
export async function findPending(pool: TransactionPool, hash: HashValue): Promise<PendingTransaction | undefined> {
  const bytes = await askPool(() => pool.findPending(hash));
  return bytes && { hash, transaction: SignedTransaction.decode(bytes) };
}

async function askPool<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError("internal_error", "the pool of transactions does not answer", { status: 503, cause });
  }
}

function refusal({ code, message, vmErrorCode }: Extract<Submission, { readonly kind: "refused" }>): ApiError {
  return new ApiError(code, message, { ...(vmErrorCode !== undefined && { vmErrorCode: BigInt(vmErrorCode) }) });
}
