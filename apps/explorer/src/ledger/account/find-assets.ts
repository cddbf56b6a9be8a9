import type { Transaction } from "../../api/answers.ts";
import { apiPath, withQuery } from "../../api/path.ts";
import { type At, readResources, readTransactions } from "../../api/queries.ts";
import { readJson } from "../../api/read-json.ts";
import { formatType, parseType } from "../../move/type-text.ts";

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
  const { value } = await readResources(address, { at, limit: LOOKED_AT.resources }, signal);
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
    const sent = await readJson<readonly Transaction[]>(
      withQuery(apiPath`/accounts/${address}/transactions`, { limit: LOOKED_AT.transactions }),
      signal,
    );
    const { value } = sent.value.length > 0 ? sent : await readTransactions({ limit: LOOKED_AT.transactions }, signal);
    for (const { changes } of value) {
      for (const { data } of changes) {
        if (data?.type !== "0x1::fungible_asset::FungibleStore") continue;
        const metadata = (data.data as { metadata?: { inner?: unknown } } | undefined)?.metadata?.inner;
        if (typeof metadata === "string") found.add(metadata);
      }
    }
  } catch (error) {
    // What can be found without it is shown all the same; transactions may be pruned.
    if (signal.aborted) throw error;
  }
  return [...found];
}
