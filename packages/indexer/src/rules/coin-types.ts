import {
  aptCoinTag,
  formatHex,
  formatStructTag,
  pairedMetadataAddress,
  parseAddress,
  primaryStoreAddress,
  type StructTag,
} from "@ledger/types";
import type { ResourceChange } from "../record/change.ts";
import type { CurrentRows } from "../row.ts";
import { textLimits } from "./truncate.ts";

/** A coin of the first kind. */
export interface CoinType {
  /** As the REST API writes it. */
  readonly type: string;
  readonly tag: StructTag;
}

/** `0x1::aptos_coin::AptosCoin`. */
export const aptCoin: CoinType = { type: /* @__PURE__ */ formatStructTag(aptCoinTag), tag: aptCoinTag };

/** Coins by the metadata that they are paired with: a table of its own among what rules look up. */
const pairs = "coin_types";

/**
 * The coin that a resource such as `0x1::coin::CoinStore<T>` is of.
 *
 * @param name - of the resource, without its type argument
 * @returns `undefined` for other resources, and for coins whose names are too long for rows
 */
export function coinOf({ type, tag }: ResourceChange, name: string): CoinType | undefined {
  if (!type.startsWith(`${name}<`)) return undefined;
  const [coin] = tag.typeArgs;
  if (coin?.kind !== "Struct") return undefined;
  const text = formatStructTag(coin.value);
  return text.length > textLimits.type ? undefined : { type: text, tag: coin.value };
}

/** Address of the fungible asset's metadata that a coin is paired with, `0x` and 64 digits. */
export function pairedMetadata({ tag }: CoinType): string {
  return formatHex(pairedMetadataAddress(tag));
}

/** Address of the store that is an owner's balance of an asset, whether it exists or not. */
export function primaryStore(owner: string, metadata: string): string {
  return formatHex(primaryStoreAddress(parseAddress(owner), parseAddress(metadata)));
}

/** Keeps a coin for {@link pairedCoin}. */
export function noteCoin(coin: CoinType, rows: CurrentRows): void {
  rows.put(pairs, pairedMetadata(coin), { asset_type: coin.type });
}

/** The type of the coin that an asset is paired with, `undefined` where none has been seen. */
export function pairedCoin(metadata: string, rows: CurrentRows): string | undefined {
  if (metadata === aptMetadata) return aptCoin.type;
  return rows.find(pairs, metadata)?.asset_type as string | undefined;
}

/** Address of the metadata that the chain's own coin is paired with. */
export const aptMetadata: string = /* @__PURE__ */ pairedMetadata(aptCoin);
