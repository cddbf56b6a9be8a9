import { node } from "../../api/node.ts";
import type { At } from "../../version/at.ts";

/** Resolves to true when a ledger has anything at an address: a resource, a module, or a transaction that it sent. */
export async function isSeen(address: string, signal: AbortSignal, at?: At): Promise<boolean> {
  const call = { params: { address }, query: { limit: 1, ledger_version: at }, signal };
  const found = await Promise.allSettled([
    node.call("get_account_resources", call),
    node.call("get_account_modules", call),
    node.call("get_account_transaction_summaries", { params: { address }, query: { limit: 1 }, signal }),
  ]);
  signal.throwIfAborted();
  return found.some((answer) => answer.status === "fulfilled" && answer.value.value.length > 0);
}
