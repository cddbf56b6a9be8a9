import { keep } from "../../api/keep.ts";
import { node } from "../../api/node.ts";
import { parseStructName, parseType } from "../../move/type-text.ts";

/** The coin that fees are paid in, in both of its forms; every network of this kind has it. */
export const gasCoin = "0x1::aptos_coin::AptosCoin";
export const gasMetadata = "0xa";

/** Name, symbol and decimals of an asset. */
export interface AssetName {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** Names hardly ever change. */
const keptAssets = 500;

/** Reads an asset's name: a coin by its type, a fungible asset by the address of its metadata. */
export const readAssetName = keep(keptAssets, findAssetName);

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
