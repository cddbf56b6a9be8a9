import { ApiError, versionPruned } from "../contract/error.ts";
import { required } from "../contract/text-type.ts";
import { defineRoute } from "../endpoint/route.ts";
import { u64Text } from "../schemas/scalar.ts";
import { committedTransfer } from "./examples/committed-transfer.ts";
import { transactionReply } from "./transaction-reply.ts";

/** `GET /transactions/by_version/{txn_version}`: the committed transaction at a version. */
export const getTransactionByVersion = defineRoute({
  id: "get_transaction_by_version",
  method: "GET",
  path: "/transactions/by_version/{txn_version}",
  tag: "Transactions",
  summary: "Get transaction by version",
  description: "Returns the committed transaction at a ledger version.",
  params: { txn_version: required(u64Text, "Ledger version of the transaction.") },
  query: {},
  cache: "state",
  // A transaction may be megabytes, and reading it is most of the work.
  work: "bulk",
  handle: async ({ params: { txn_version: version } }, { ledger, store }) => {
    if (version > ledger.version) {
      throw new ApiError("transaction_not_found", `transaction is not found: ledger version ${version}`);
    }
    if (version < ledger.oldestLedgerVersion) throw versionPruned(version, ledger.oldestLedgerVersion);
    return { value: await store.readRecord(version), validator: `v${version}`, immutable: true };
  },
  reply: { description: "The transaction.", ...transactionReply },
  errors: ["transaction_not_found", "version_pruned"],
  examples: [{ ledger: "local", summary: "A transfer", params: { txn_version: "14" }, reply: committedTransfer }],
});
