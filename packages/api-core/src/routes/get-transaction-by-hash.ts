import { decodeTransaction, formatHash, type HashValue, type LedgerRecord } from "@ledger/types";
import { ApiError, versionPruned } from "../contract/error.ts";
import { required } from "../contract/text-type.ts";
import type { RequestContext } from "../endpoint/context.ts";
import { defineRoute, type Outcome } from "../endpoint/route.ts";
import { hashText } from "../schemas/scalar.ts";
import { findPending, type PendingTransaction } from "../submission/submit.ts";
import { committedTransfer } from "./examples/committed-transfer.ts";
import { type KnownTransaction, knownTransactionReply } from "./transaction-reply.ts";

const shared = {
  method: "GET",
  tag: "Transactions",
  params: { txn_hash: required(hashText, "Hash of the transaction.") },
  query: {},
  cache: "state",
  // A transaction may be megabytes, and reading it is most of the work.
  work: "bulk",
  // What such a node is asked for most waits in its pool, or has just been committed and is small as a rule: a request that waited for it
  // need not wait for a turn of the large ones too.
  workWithPool: "point",
  reply: { description: "The transaction.", ...knownTransactionReply },
  errors: ["transaction_not_found", "version_pruned"],
  examples: [
    {
      ledger: "local",
      summary: "A transfer",
      params: { txn_hash: committedTransfer.hash },
      reply: committedTransfer,
    },
  ],
} as const;

/** `GET /transactions/by_hash/{txn_hash}`: a transaction by its hash. */
export const getTransactionByHash = defineRoute({
  ...shared,
  id: "get_transaction_by_hash",
  path: "/transactions/by_hash/{txn_hash}",
  summary: "Get transaction by hash",
  description:
    "Returns a transaction by its hash: a committed one, or a `pending_transaction` that waits in this node's pool, where it has one.",
  handle: ({ params }, context) => findTransaction(context, params.txn_hash),
});

/** `GET /transactions/wait_by_hash/{txn_hash}`: the same, once there is something to tell. */
export const waitTransactionByHash = defineRoute({
  ...shared,
  id: "wait_transaction_by_hash",
  path: "/transactions/wait_by_hash/{txn_hash}",
  summary: "Wait for transaction by hash",
  description:
    "Returns a transaction by its hash. While it waits in this node's pool, the answer waits too, for about a second; then the " +
    "transaction is returned as pending. A hash that is not known is answered with 404 at once.",
  awaits: "txn_hash",
  handle: ({ params }, context) => findTransaction(context, params.txn_hash),
});

/**
 * Finds a transaction, pending or committed. The pool may know a transaction a little longer than it waits, so the store is asked first; and
 * one that leaves the pool between the two questions is found in the store by the search after this one.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#9.8 | Specification, REST API 9.8}
 */
async function findTransaction(context: RequestContext, hash: HashValue): Promise<Outcome<KnownTransaction>> {
  const { ledger, pool, store } = context;
  let version = await store.findVersionByHash(hash);
  if (version === undefined && pool !== undefined) {
    const pending = await findPending(pool, hash);
    if (pending !== undefined) return showPending(pending);
    version = await store.findVersionByHash(hash);
  }
  if (version === undefined) throw notFound(hash);
  if (version < ledger.oldestLedgerVersion) throw versionPruned(version, ledger.oldestLedgerVersion);
  const record = await store.readRecord(version);
  if (version > ledger.version) {
    // Committed since the picture of the ledger was taken, in which it waits.
    const transaction = decodeTransaction(record);
    if (transaction?.kind === "UserTransaction") return showPending({ hash, transaction: transaction.value });
    throw notFound(hash);
  }
  return {
    value: { kind: "committed", record },
    weight: recordBytes(record),
    validator: `v${version}`,
    immutable: true,
  };
}

/** Bytes of a record's parts. */
function recordBytes({ transaction, info, events, writeSet }: LedgerRecord): number {
  return transaction.length + info.length + events.length + writeSet.length;
}

function notFound(hash: HashValue): ApiError {
  return new ApiError("transaction_not_found", `Transaction not found by Transaction hash(${formatHash(hash)})`);
}

function showPending(pending: PendingTransaction): Outcome<KnownTransaction> {
  return { value: { kind: "pending", ...pending }, volatile: true };
}
