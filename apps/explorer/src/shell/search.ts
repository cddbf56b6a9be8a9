import { node } from "../api/node.ts";
import type { Route } from "../routing/route.ts";

/**
 * Where a search leads: a version to its transaction, `block 12` to a block, a type or a module to its module, and hex to an
 * account, or to a transaction when the ledger has one of that hash. `undefined` for text that names nothing.
 */
export async function resolveSearch(text: string): Promise<Route | undefined> {
  const query = text.trim();
  const block = /^(?:block|b|#)\s*(\d+)$/i.exec(query)?.[1];
  if (block !== undefined) return { view: "block", height: block };
  if (/^\d+$/.test(query)) return { view: "transaction", id: query };
  const [, address, module, item] = /^((?:0x)?[0-9a-fA-F]{1,64})::([\w$]+)(?:::([\w$]+))?/.exec(query) ?? [];
  if (address !== undefined && module !== undefined) return { view: "module", address, name: module, item };
  if (!/^(0x)?[0-9a-fA-F]{1,64}$/.test(query)) return undefined;
  if (/^(0x)?[0-9a-fA-F]{64}$/.test(query) && (await isTransaction(query))) return { view: "transaction", id: query };
  return { view: "account", address: query, tab: "balances" };
}

async function isTransaction(hash: string): Promise<boolean> {
  try {
    await node.call("get_transaction_by_hash", { params: { txn_hash: hash } });
    return true;
  } catch {
    return false;
  }
}
