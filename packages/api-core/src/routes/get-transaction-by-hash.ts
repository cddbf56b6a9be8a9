import { formatHash, type HashValue, type LedgerRecord } from "@ledger/types";
import { type RequestContext, versionPruned } from "../contract/context.ts";
import { ApiError } from "../contract/error.ts";
import { defineRoute, type Outcome } from "../contract/route.ts";
import { required } from "../contract/text-type.ts";
import { hashText } from "../schemas/scalar.ts";
import { transactionReply } from "./transaction-reply.ts";

const hashParameter = required(hashText, "Hash of the transaction.");

/** `GET /transactions/by_hash/{txn_hash}`: a committed transaction by its hash. */
export const getTransactionByHash = defineRoute({
  id: "get_transaction_by_hash",
  method: "GET",
  path: "/transactions/by_hash/{txn_hash}",
  tag: "Transactions",
  summary: "Get transaction by hash",
  description: "Returns a committed transaction by its hash. This node knows no pending transactions.",
  params: { txn_hash: hashParameter },
  query: {},
  cache: "state",
  // A transaction may be megabytes, and reading it is most of the work.
  work: "bulk",
  handle: ({ params }, context) => findTransaction(context, params.txn_hash),
  reply: { description: "The transaction.", ...transactionReply },
  errors: ["transaction_not_found", "version_pruned"],
  examples: [],
});

/**
 * `GET /transactions/wait_by_hash/{txn_hash}`: the same. Waiting is for transactions that are known and pending; a node
 * without a mempool has none, and for an unknown one the answer is given at once.
 */
export const waitTransactionByHash = defineRoute({
  id: "wait_transaction_by_hash",
  method: "GET",
  path: "/transactions/wait_by_hash/{txn_hash}",
  tag: "Transactions",
  summary: "Wait for transaction by hash",
  description:
    "Returns a committed transaction by its hash. A transaction that is not committed is answered with 404 at once, as " +
    "this node knows no pending transactions to wait for.",
  params: { txn_hash: hashParameter },
  query: {},
  cache: "state",
  // A transaction may be megabytes, and reading it is most of the work.
  work: "bulk",
  handle: ({ params }, context) => findTransaction(context, params.txn_hash),
  reply: { description: "The transaction.", ...transactionReply },
  errors: ["transaction_not_found", "version_pruned"],
  examples: [],
});

async function findTransaction({ ledger, store }: RequestContext, hash: HashValue): Promise<Outcome<LedgerRecord>> {
  const version = await store.findVersionByHash(hash);
  // One committed since the snapshot was taken is not in this picture of the ledger yet.
  if (version === undefined || version > ledger.version) {
    throw new ApiError("transaction_not_found", `transaction is not found: hash ${formatHash(hash)}`);
  }
  if (version < ledger.oldestLedgerVersion) throw versionPruned(version, ledger.oldestLedgerVersion);
  return { value: await store.readRecord(version), validator: `v${version}`, immutable: true };
}
