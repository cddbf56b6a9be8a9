import { ApiError } from "../contract/error.ts";
import { defineRoute } from "../contract/route.ts";
import { optional } from "../contract/text-type.ts";
import { u64Text } from "../schemas/scalar.ts";
import { limitParameter, pageLimit } from "./parameters.ts";
import { listRecords, transactionsReply } from "./transaction-reply.ts";

/** `GET /transactions`: committed transactions of all kinds, by version. */
export const getTransactions = defineRoute({
  id: "get_transactions",
  method: "GET",
  path: "/transactions",
  tag: "Transactions",
  summary: "Get transactions",
  description:
    "Returns committed transactions of all kinds, ascending by version. Without `start` the answer holds the newest ones.",
  params: {},
  query: { start: optional(u64Text, "Version of the first transaction."), limit: limitParameter },
  cache: "state",
  work: "bulk",
  handle: async ({ query }, context) => {
    const { ledger, config } = context;
    const limit = pageLimit(query.limit, config.pageSizes.transactions);
    const { start } = query;
    if (start !== undefined && start > ledger.version) {
      const message = `start ${start} is invalid: it is above the latest ledger version, ${ledger.version}`;
      throw new ApiError("invalid_input", message);
    }
    return { value: await listRecords(context, start ?? newestStart(ledger, limit), limit) };
  },
  reply: { description: "The transactions, ascending by version.", ...transactionsReply },
  errors: ["invalid_input", "version_pruned"],
  examples: [{ ledger: "local", summary: "The newest transactions", query: { limit: "3" } }],
});

function newestStart(
  ledger: { readonly version: bigint; readonly oldestLedgerVersion: bigint },
  limit: number,
): bigint {
  const start = ledger.version + 1n - BigInt(limit);
  return start < ledger.oldestLedgerVersion ? ledger.oldestLedgerVersion : start;
}
