import type { Transaction } from "../api/answers.ts";
import { node } from "../api/node.ts";
import { calledFunction } from "./transaction/transaction-kind.ts";

/** Things that exist on this ledger now, found through the API: what forms and examples start from. */
export interface Landmarks {
  /** Owners of what was called recently, senders and proposers; the framework's account last. */
  readonly accounts: readonly string[];
  /** A recent sender of a transaction; the framework's account when there is none. */
  readonly sender: string;
  /** The latest user transaction, or the latest of any kind. */
  readonly transaction: Transaction | undefined;
  /** Table items written recently. */
  readonly tableKeys: readonly TableKey[];
}

/** A table item by its handle and the BCS of its key, both as hex. */
export interface TableKey {
  readonly handle: string;
  readonly key: string;
}

/** The table items that a transaction wrote. */
export function writtenTableKeys({ changes }: Transaction): readonly TableKey[] {
  return changes.flatMap((change) =>
    change.type === "write_table_item" ? [{ handle: change.handle, key: change.key }] : [],
  );
}

/** The account that holds the framework on every network. */
export const framework = "0x1";

/** Transactions that are looked at. */
const lookedAt = 15;

const mostAccounts = 12;
const mostTableKeys = 60;

/** The landmarks found last, and the ledger that they were found on. */
let kept: { readonly head: string; readonly landmarks: Landmarks } | undefined;

/** Looks at the latest transactions; while no block comes, what was found stays. */
export async function findLandmarks(signal?: AbortSignal): Promise<Landmarks> {
  const { value: info } = await node.call("get_ledger_info", { signal });
  const head = `${info.ledger_version} ${info.ledger_timestamp}`;
  if (kept?.head !== head) kept = { head, landmarks: await lookBack(BigInt(info.ledger_version), signal) };
  return kept.landmarks;
}

/** The accounts that were seen recently, see {@link Landmarks.accounts}. */
export async function findAccounts(signal: AbortSignal): Promise<readonly string[]> {
  return (await findLandmarks(signal)).accounts;
}

/** Leaves genesis out: it writes the whole framework. */
async function lookBack(latest: bigint, signal: AbortSignal | undefined): Promise<Landmarks> {
  if (latest === 0n) return { accounts: [framework], sender: framework, transaction: undefined, tableKeys: [] };
  const limit = latest < BigInt(lookedAt) ? Number(latest) : lookedAt;
  const { value } = await node.call("get_transactions", { query: { limit }, signal });
  const newest = value.toReversed();
  const user = newest.filter((transaction) => transaction.type === "user_transaction");
  const blocks = newest.filter((transaction) => transaction.type === "block_metadata_transaction");
  // What is called says at least as much as who calls.
  const called = user.flatMap((transaction) => calledFunction(transaction)?.split("::")[0] ?? []);
  const seen = [...called, ...user.map(({ sender }) => sender), ...blocks.map(({ proposer }) => proposer)];
  const others = [...new Set(seen)].filter((address) => address !== framework);
  const accounts = [...others.slice(0, mostAccounts - 1), framework];
  const tableKeys = newest.flatMap(writtenTableKeys);
  return {
    accounts,
    sender: user[0]?.sender ?? framework,
    transaction: user[0] ?? newest[0],
    tableKeys: tableKeys.slice(0, mostTableKeys),
  };
}
