import type { Transaction } from "../../api/answers.ts";
import { node } from "../../api/node.ts";
import { formatType, parseStructName, parseType } from "../../move/type-text.ts";
import { readLatest } from "../transaction/read-back.ts";
import { type AssetName, gasCoin, gasMetadata, readAssetName } from "./read-asset.ts";
import { readPairedCoin } from "./read-paired-coin.ts";

/** An asset that exists: a coin, a fungible asset, or both in one. */
export interface FoundAsset extends AssetName {
  /** Type of the coin, where it is one. */
  readonly coin: string | undefined;
  /** Address of the metadata, where it is a fungible asset. */
  readonly metadata: string | undefined;
}

/** Transactions, creations and assets that are looked at. */
const lookedAt = { transactions: 300, creations: 100, assets: 60 };

/** Returns true for an asset that is named by the type of a coin. */
export function isCoin(asset: string): boolean {
  return parseStructName(parseType(asset).head) !== undefined;
}

/** The coins and fungible assets whose stores or metadata transactions wrote. */
export function writtenAssets(transactions: readonly Transaction[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const change of transactions.flatMap(({ changes }) => changes)) {
    if (change.type !== "write_resource") continue;
    const { head, args } = parseType(change.data.type);
    if (head === "0x1::coin::CoinStore" && args[0] !== undefined) found.add(formatType(args[0]));
    if (head === "0x1::fungible_asset::Metadata") found.add(change.address);
    const metadata = (change.data.data as { readonly metadata?: { readonly inner?: unknown } }).metadata?.inner;
    if (head === "0x1::fungible_asset::FungibleStore" && typeof metadata === "string") found.add(metadata);
  }
  return found;
}

/**
 * Assets of this ledger, the coin of its fees first: no index has all, so they are found by the events of their creation that are
 * kept, and in the latest transactions. A coin and the fungible asset that it is paired with are one.
 */
export async function findAssets(signal: AbortSignal): Promise<readonly FoundAsset[]> {
  const [latest, created] = await Promise.all([readLatest(lookedAt.transactions, signal), readCreated(signal)]);
  return nameAssets([...writtenAssets(latest), ...created]);
}

/** Puts pairs together, and reads what assets call themselves. */
export async function nameAssets(assets: readonly string[]): Promise<readonly FoundAsset[]> {
  const all = [...new Set([gasMetadata, ...assets, gasCoin])].slice(0, lookedAt.assets);
  const metadata = all.filter((asset) => !isCoin(asset));
  const pairs = new Map(await Promise.all(metadata.map(async (one) => [one, await readPairedCoin(one)] as const)));
  const paired = new Set(pairs.values());
  const alone = all.filter((asset) => isCoin(asset) && !paired.has(asset));
  const places = [
    ...metadata.map((one) => ({ metadata: one, coin: pairs.get(one) })),
    ...alone.map((coin) => ({ metadata: undefined, coin })),
  ];
  const named = await Promise.all(
    places.map(async (place) => {
      const name = await readAssetName(place.coin ?? place.metadata ?? "");
      return name === undefined ? undefined : { ...place, ...name };
    }),
  );
  return named.filter((one) => one !== undefined);
}

async function readCreated(signal: AbortSignal): Promise<readonly string[]> {
  try {
    const query = { type: "0x1::fungible_asset::Creation", limit: lookedAt.creations };
    const { value } = await node.call("list_events", { query, signal });
    return value.flatMap(({ data }) => {
      const metadata = (data as { readonly metadata?: unknown } | null)?.metadata;
      return typeof metadata === "string" ? [metadata] : [];
    });
  } catch (error) {
    // Another node may not list events; what the latest transactions wrote is found all the same.
    if (signal.aborted) throw error;
    return [];
  }
}
