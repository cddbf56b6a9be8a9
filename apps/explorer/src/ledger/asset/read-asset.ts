import { node } from "../../api/node.ts";
import { parseStructName, parseType } from "../../move/type-text.ts";

/** The coin that fees are paid in, in both of its forms; every network of this kind has it. */
export const gasCoin = "0x1::aptos_coin::AptosCoin";
export const gasMetadata = "0xa";

/** What an asset calls itself. */
export interface AssetName {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** Names kept for the life of the page; they hardly ever change. */
const keptAssets = 500;

const kept = new Map<string, Promise<AssetName | undefined>>();

/** What an asset calls itself: a coin by its type, a fungible asset by the address of its metadata. */
export function readAssetName(asset: string): Promise<AssetName | undefined> {
  const known = kept.get(asset);
  if (known !== undefined) return known;
  const reading = findAssetName(asset).then((name) => {
    // It may come to exist later.
    if (name === undefined) kept.delete(asset);
    return name;
  });
  if (kept.size >= keptAssets) kept.delete(kept.keys().next().value ?? "");
  kept.set(asset, reading);
  return reading;
}

async function findAssetName(asset: string): Promise<AssetName | undefined> {
  const coin = parseStructName(parseType(asset).head);
  const params =
    coin === undefined
      ? { address: asset, resource_type: "0x1::fungible_asset::Metadata" }
      : { address: coin.address, resource_type: `0x1::coin::CoinInfo<${asset}>` };
  try {
    const { value } = await node.call("get_account_resource", { params });
    return toAssetName(value.data);
  } catch {
    return undefined;
  }
}

function toAssetName(data: unknown): AssetName | undefined {
  const { name, symbol, decimals } = (data ?? {}) as { name?: unknown; symbol?: unknown; decimals?: unknown };
  if (typeof name !== "string" || typeof symbol !== "string" || typeof decimals !== "number") return undefined;
  return { name, symbol, decimals };
}
