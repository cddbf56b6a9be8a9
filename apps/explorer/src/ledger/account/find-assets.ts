import { node } from "../../api/node.ts";
import { formatType, parseType } from "../../move/type-text.ts";
import type { At } from "../../version/at.ts";

/** The coin that every network of this kind has, in both of its forms. */
const GAS_COIN = "0x1::aptos_coin::AptosCoin";
const GAS_METADATA = "0xa";

/** Resources and transactions that are looked at for assets. */
const LOOKED_AT = { resources: 200, transactions: 10 };

/**
 * Assets that an account may hold. The API has no list of them, so they are found where they show: as coin stores among the
 * account's resources, and as stores written by its latest transactions.
 */
export async function findAssets(address: string, at: At, signal: AbortSignal): Promise<readonly string[]> {
  const found = new Set([GAS_COIN, GAS_METADATA]);
  const { value } = await node.call("get_account_resources", {
    params: { address },
    query: { ledger_version: at, limit: LOOKED_AT.resources },
    signal,
  });
  for (const resource of value) {
    const { head, args } = parseType(resource.type);
    if (head === "0x1::coin::CoinStore" && args[0] !== undefined) found.add(formatType(args[0]));
    // The account is an asset itself.
    if (head === "0x1::fungible_asset::Metadata") found.add(address);
  }
  for (const metadata of await writtenAssets(address, signal)) found.add(metadata);
  return [...found];
}

async function writtenAssets(address: string, signal: AbortSignal): Promise<readonly string[]> {
  const found = new Set<string>();
  try {
    const query = { limit: LOOKED_AT.transactions };
    const sent = await node.call("get_account_transactions", { params: { address }, query, signal });
    const { value } = sent.value.length > 0 ? sent : await node.call("get_transactions", { query, signal });
    for (const { changes } of value) {
      for (const change of changes) {
        if (change.type !== "write_resource" || change.data.type !== "0x1::fungible_asset::FungibleStore") continue;
        const metadata = (change.data.data as { metadata?: { inner?: unknown } } | undefined)?.metadata?.inner;
        if (typeof metadata === "string") found.add(metadata);
      }
    }
  } catch (error) {
    // What can be found without it is shown all the same; transactions may be pruned.
    if (signal.aborted) throw error;
  }
  return [...found];
}
