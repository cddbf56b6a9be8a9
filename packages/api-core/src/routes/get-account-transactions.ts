import { AccountResource, type Address, formatHex, frameworkTag, type LedgerRecord, resourceKey } from "@ledger/types";
import { ApiError } from "../contract/error.ts";
import { optional } from "../contract/text-type.ts";
import { type RequestContext, resolveVersion } from "../endpoint/context.ts";
import { defineRoute, type Outcome } from "../endpoint/route.ts";
import { booleanText, u64Text } from "../schemas/scalar.ts";
import { committedTransfer } from "./examples/committed-transfer.ts";
import { historyOrderText, readList } from "./lists/read-list.ts";
import { addressParameter, limitParameter, pageLimit } from "./parameters.ts";
import { transactionsReply } from "./transaction-reply.ts";

const accountTag = frameworkTag("account", "Account");

/** `GET /accounts/{address}/transactions`: the sequence-numbered transactions that an account sent, or all that touched it. */
export const getAccountTransactions = defineRoute({
  id: "get_account_transactions",
  method: "GET",
  path: "/accounts/{address}/transactions",
  tag: "Transactions",
  summary: "Get account transactions",
  description:
    "Returns committed transactions that an account sent with a sequence number, ascending by it; orderless ones are not " +
    "among them, see the summaries. Without `start` the answer holds the newest ones. With `touched=true` it holds every kept " +
    "transaction that touched the account, the newest first: those that it signed, those with events of its streams, those that wrote " +
    "its resources, and those that wrote an object of its. That list comes from an index of the ledger's tables, which local networks " +
    "have, and nodes with `--index`; other nodes answer 403.",
  params: { address: addressParameter },
  query: {
    start: optional(
      u64Text,
      "Sequence number of the first transaction; with `touched`, its version, e.g. the cursor header of an earlier answer.",
    ),
    limit: limitParameter,
    touched: optional(booleanText, "`true` for all that touched the account. `false` when absent."),
    order: optional(historyOrderText, "With `touched`: `newest_first` (when absent) or `oldest_first`."),
    ledger_version: optional(u64Text, "Ledger version that the answer is as of; the latest when absent."),
  },
  cache: "state",
  work: "bulk",
  listWhen: "touched",
  paged: true,
  windowed: true,
  verify: ({ query }) => {
    if (query.touched === true || query.order === undefined) return;
    throw new ApiError("invalid_input", "order is for touched=true: what an account sent comes ascending");
  },
  handle: async ({ params, query }, context): Promise<Outcome<readonly LedgerRecord[]>> => {
    if (query.touched === true) return listTouched(params.address, query, context);
    const limit = pageLimit(query.limit, context.config.pageSizes.accountTransactions);
    const version = resolveVersion(context.ledger, query.ledger_version);
    const next = await readSequenceNumber(context, params.address, version);
    const newest = next > BigInt(limit) ? next - BigInt(limit) : 0n;
    const value = await listSent(context, params.address, query.start ?? newest, next, limit);
    return { value, listFrom: context.ledger.oldestLedgerVersion };
  },
  reply: { description: "The transactions, ascending by sequence number.", ...transactionsReply },
  errors: ["invalid_input", "version_not_found", "version_pruned"],
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

interface TouchedQuery {
  readonly start: bigint | undefined;
  readonly limit: number | undefined;
  readonly order: "newest_first" | "oldest_first" | undefined;
  readonly ledger_version: bigint | undefined;
}

async function listTouched(
  address: Address,
  { start, order, ...query }: TouchedQuery,
  context: RequestContext,
): Promise<Outcome<readonly LedgerRecord[]>> {
  const question = { list: "account_transactions", of: formatHex(address), order } as const;
  const found = await readList(context, question, { ...query, start: start === undefined ? undefined : `${start}` });
  const records: LedgerRecord[] = [];
  for (const item of found.value) {
    records.push(await context.store.readRecord(BigInt((item as { readonly version: string }).version)));
  }
  return { ...found, value: records, listFrom: (found.ledger ?? context.ledger).oldestLedgerVersion };
}

async function readSequenceNumber({ store }: RequestContext, address: Address, version: bigint): Promise<bigint> {
  const stored = await store.readState(version, resourceKey(address, accountTag));
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
