import { node } from "../../api/node.ts";
import { parseStructName, parseType } from "../../move/type-text.ts";
import type { At } from "../../version/at.ts";

/** What an asset calls itself. */
export interface AssetName {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** A balance in the smallest unit, with the name of the asset when it has one. */
export interface AssetBalance {
  readonly amount: string;
  readonly asset: AssetName | undefined;
}

function assetName(data: unknown): AssetName | undefined {
  const { name, symbol, decimals } = (data ?? {}) as { name?: unknown; symbol?: unknown; decimals?: unknown };
  if (typeof name !== "string" || typeof symbol !== "string" || typeof decimals !== "number") return undefined;
  return { name, symbol, decimals };
}

async function readAssetName(asset: string, at: At, signal: AbortSignal): Promise<AssetName | undefined> {
  const coin = parseStructName(parseType(asset).head);
  const params =
    coin === undefined
      ? { address: asset, resource_type: "0x1::fungible_asset::Metadata" }
      : { address: coin.address, resource_type: `0x1::coin::CoinInfo<${asset}>` };
  try {
    const { value } = await node.call("get_account_resource", { params, query: { ledger_version: at }, signal });
    return assetName(value.data);
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

/** Reads a balance and the name of its asset. */
export async function readAssetBalance(
  address: string,
  asset: string,
  at: At,
  signal: AbortSignal,
): Promise<AssetBalance> {
  const [balance, name] = await Promise.all([
    node.call("get_account_balance", { params: { address, asset_type: asset }, query: { ledger_version: at }, signal }),
    readAssetName(asset, at, signal),
  ]);
  return { amount: balance.value.toString(), asset: name };
}
