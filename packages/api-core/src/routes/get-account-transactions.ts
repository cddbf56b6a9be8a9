import { AccountResource, type Address, frameworkTag, type LedgerRecord, resourceKey } from "@ledger/types";
import { optional } from "../contract/text-type.ts";
import type { RequestContext } from "../endpoint/context.ts";
import { defineRoute } from "../endpoint/route.ts";
import { u64Text } from "../schemas/scalar.ts";
import { committedTransfer } from "./examples/committed-transfer.ts";
import { addressParameter, limitParameter, pageLimit } from "./parameters.ts";
import { transactionsReply } from "./transaction-reply.ts";

const accountTag = frameworkTag("account", "Account");

/** `GET /accounts/{address}/transactions`: the sequence-numbered transactions that an account sent. */
export const getAccountTransactions = defineRoute({
  id: "get_account_transactions",
  method: "GET",
  path: "/accounts/{address}/transactions",
  tag: "Transactions",
  summary: "Get account transactions",
  description:
    "Returns committed transactions that an account sent with a sequence number, ascending by it; orderless ones are not " +
    "among them, see the summaries. Without `start` the answer holds the newest ones.",
  params: { address: addressParameter },
  query: { start: optional(u64Text, "Sequence number of the first transaction."), limit: limitParameter },
  cache: "state",
  work: "bulk",
  handle: async ({ params, query }, context) => {
    const limit = pageLimit(query.limit, context.config.pageSizes.accountTransactions);
    const next = await readSequenceNumber(context, params.address);
    const newest = next > BigInt(limit) ? next - BigInt(limit) : 0n;
    return { value: await listSent(context, params.address, query.start ?? newest, next, limit) };
  },
  reply: { description: "The transactions, ascending by sequence number.", ...transactionsReply },
  errors: ["invalid_input", "version_pruned"],
  examples: [
    {
      ledger: "local",
      summary: "A transfer of an account",
      params: { address: "0xcafe" },
      query: { start: committedTransfer.sequence_number, limit: "1" },
      reply: [committedTransfer],
    },
    { ledger: "mainnet", summary: "An account that has not sent anything", params: { address: "0xabc" }, reply: [] },
  ],
});

async function readSequenceNumber({ ledger, store }: RequestContext, address: Address): Promise<bigint> {
  const stored = await store.readState(ledger.version, resourceKey(address, accountTag));
  return stored === undefined ? 0n : AccountResource.decode(stored.bytes).sequenceNumber;
}

/** Transactions by sequence number, without those that have been pruned. */
async function listSent(
  { ledger, store }: RequestContext,
  sender: Address,
  start: bigint,
  next: bigint,
  limit: number,
): Promise<readonly LedgerRecord[]> {
  const records: LedgerRecord[] = [];
  const end = start + BigInt(limit) < next ? start + BigInt(limit) : next;
  for (let number = start; number < end; number++) {
    const version = await store.findVersionBySequenceNumber(sender, number);
    if (version === undefined || version > ledger.version || version < ledger.oldestLedgerVersion) continue;
    records.push(await store.readRecord(version));
  }
  return records;
}
