import {
  type Address,
  frameworkTag,
  pairedMetadataAddress,
  primaryStoreAddress,
  resourceGroupKey,
  resourceKey,
} from "@ledger/types";
import type { AssetType } from "../schemas/asset-type.ts";

const objectGroup = frameworkTag("object", "ObjectGroup");

/** One place that a balance is kept in. */
export interface BalancePlace {
  /** Encoded state key. */
  readonly key: Uint8Array;
  /** What the place held when it was last read. A key and the version that wrote it name the bytes for ever. */
  read: { readonly writtenAt: bigint; readonly balance: bigint } | undefined;
}

/** Where a balance is stored. */
export interface BalancePlaces {
  /** The resource group of the primary store. */
  readonly primaryStore: BalancePlace;
  /** The coin store, for coins. */
  readonly coinStore: BalancePlace | undefined;
}

/** Whose balance of what: a parsed path. */
export interface BalanceQuestion {
  readonly address: Address;
  readonly asset_type: AssetType;
}

const known = new WeakMap<BalanceQuestion, BalancePlaces>();

/**
 * Finds where a balance is stored. Deriving a primary store takes a hash or two, more than all else about a balance, so it is
 * done once for a question: a server that remembers its paths asks with the same object again.
 */
export function findBalancePlaces(question: BalanceQuestion): BalancePlaces {
  let places = known.get(question);
  if (places === undefined) {
    places = derivePlaces(question.address, question.asset_type);
    known.set(question, places);
  }
  return places;
}

/** @see Ledger specification, REST API §7.3 */
function derivePlaces(owner: Address, asset: AssetType): BalancePlaces {
  const metadata = asset.kind === "coin" ? pairedMetadataAddress(asset.tag) : asset.metadata;
  const primaryStore = placeAt(resourceGroupKey(primaryStoreAddress(owner, metadata), objectGroup));
  if (asset.kind === "fungible-asset") return { primaryStore, coinStore: undefined };
  const coinStore = frameworkTag("coin", "CoinStore", [{ kind: "Struct", value: asset.tag }]);
  return { primaryStore, coinStore: placeAt(resourceKey(owner, coinStore)) };
}

const placeAt = (key: Uint8Array): BalancePlace => ({ key, read: undefined });
