import type { Transaction } from "../../api/answers.ts";
import { node } from "../../api/node.ts";
import type { TransactionsQuery } from "../../routing/route.ts";
import { calledFunction, isSystem } from "./transaction-kind.ts";

/** Transactions found by reading the ledger backwards. */
export interface Found {
  /** The newest first. */
  readonly transactions: readonly Transaction[];
  /** Newest version that was not looked at; `undefined` when the ledger has none before, or keeps none. */
  readonly next: bigint | undefined;
  /** Versions that were looked at. */
  readonly looked: { readonly from: bigint; readonly to: bigint } | undefined;
}

/** Transactions that people sent, after which a list is full. */
const wanted = 25;

/** Versions of the first request, and of those that look further. */
const firstPage = 75n;
const pageSize = 100n;

/** Versions looked at in all. */
const lookedAt = 550n;

/** Returns true for a transaction that a list shows. */
export function isShown(transaction: Transaction, query: TransactionsQuery): boolean {
  if (query.kind === "user" && isSystem(transaction)) return false;
  if (query.kind === "system" && !isSystem(transaction)) return false;
  if (query.failed !== undefined && transaction.success) return false;
  const { function: part } = query;
  return part === undefined || calledFunction(transaction)?.includes(part) === true;
}

/** Goes back from a version until enough transactions are found. @param oldest - the oldest one that is kept */
export async function readBack(
  from: bigint,
  oldest: bigint,
  query: TransactionsQuery,
  signal: AbortSignal,
): Promise<Found> {
  if (query.sender !== undefined) return readSender(query.sender, from, query, signal);
  // The API says what it says of a version that is pruned.
  if (from < oldest) await readVersions(from, from, signal);
  const transactions: Transaction[] = [];
  let next = from;
  while (next >= oldest && from - next < lookedAt && !isFull(transactions, query)) {
    const first = next - (next === from ? firstPage : pageSize) + 1n;
    const start = first > oldest ? first : oldest;
    const page = await readVersions(start, next, signal);
    next = start - 1n;
    for (const transaction of page.toReversed()) {
      if (isShown(transaction, query)) transactions.push(transaction);
      if (!isFull(transactions, query)) continue;
      next = BigInt(transaction.version) - 1n;
      break;
    }
  }
  return { transactions, next: next >= oldest ? next : undefined, looked: { from: next + 1n, to: from } };
}

/** The system's own transactions fill no list that shows others too. */
function isFull(transactions: readonly Transaction[], { kind }: TransactionsQuery): boolean {
  return transactions.filter((one) => kind === "system" || !isSystem(one)).length >= wanted;
}

/** All transactions of a range, ascending. */
export async function readVersions(from: bigint, to: bigint, signal?: AbortSignal): Promise<readonly Transaction[]> {
  const query = { start: from, limit: Number(to - from) + 1 };
  return (await node.call("get_transactions", { query, signal })).value;
}

/** The latest transactions, ascending. Genesis is left out: it writes the whole framework. @param count - at most */
export async function readLatest(count: number, signal?: AbortSignal): Promise<readonly Transaction[]> {
  const { value: info } = await node.call("get_ledger_info", { signal });
  const latest = BigInt(info.ledger_version);
  const oldest = BigInt(info.oldest_ledger_version) || 1n;
  const pages: Promise<readonly Transaction[]>[] = [];
  for (let to = latest; to >= oldest && latest - to < BigInt(count); to -= pageSize) {
    const from = to - pageSize + 1n;
    const last = latest - BigInt(count) + 1n;
    const bound = last > oldest ? last : oldest;
    pages.unshift(readVersions(from > bound ? from : bound, to, signal));
  }
  return (await Promise.all(pages)).flat();
}

/** Transactions that one account sent, by the index of its transactions. */
async function readSender(
  address: string,
  from: bigint,
  query: TransactionsQuery,
  signal: AbortSignal,
): Promise<Found> {
  const { value: summaries } = await node.call("get_account_transaction_summaries", {
    params: { address },
    query: { end_version: from, limit: wanted },
    signal,
  });
  const found = await Promise.all(
    summaries.map(({ version }) =>
      node.call("get_transaction_by_version", { params: { txn_version: version }, signal }),
    ),
  );
  const transactions = found.map(({ value }): Transaction => value).toReversed();
  const first = summaries[0];
  const more = first !== undefined && summaries.length === wanted && first.version !== "0";
  return {
    transactions: transactions.filter((transaction) => isShown(transaction, query)),
    next: more ? BigInt(first.version) - 1n : undefined,
    looked: undefined,
  };
}
