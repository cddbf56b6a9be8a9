import {
  type Address,
  bytesToHex,
  formatStructTag,
  frameworkTag,
  LruCache,
  pairedMetadataAddress,
  primaryStoreAddress,
  resourceGroupKey,
  resourceKey,
} from "@ledger/types";
import type { AssetType } from "../schemas/asset-type.ts";

const objectGroup = frameworkTag("object", "ObjectGroup");

/** Places of a balance: encoded state keys. */
export interface BalancePlaces {
  /** The resource group of the primary store. */
  readonly primaryStore: Uint8Array;
  /** The coin store, for coins. */
  readonly coinStore: Uint8Array | undefined;
}

/** Questions with longer types are not worth keeping. */
const maxKnownLength = 320;

/** Deriving places takes hashes and encodings: 15 us, where finding them here takes one. */
const known = new LruCache<string, BalancePlaces>(4096);

/**
 * Finds where a balance is stored.
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#7.3 | Specification, REST API 7.3}
 */
export function findBalancePlaces(owner: Address, asset: AssetType): BalancePlaces {
  const assetText = asset.kind === "coin" ? formatStructTag(asset.tag) : bytesToHex(asset.metadata);
  const question = `${bytesToHex(owner)} ${assetText}`;
  const found = known.get(question);
  if (found !== undefined) return found;
  const places = derivePlaces(owner, asset);
  if (question.length <= maxKnownLength) known.set(question, places);
  return places;
}

function derivePlaces(owner: Address, asset: AssetType): BalancePlaces {
  const metadata = asset.kind === "coin" ? pairedMetadataAddress(asset.tag) : asset.metadata;
  const primaryStore = resourceGroupKey(primaryStoreAddress(owner, metadata), objectGroup);
  if (asset.kind === "fungible-asset") return { primaryStore, coinStore: undefined };
  const coinStore = frameworkTag("coin", "CoinStore", [{ kind: "Struct", value: asset.tag }]);
  return { primaryStore, coinStore: resourceKey(owner, coinStore) };
}
