import {
  type Address,
  bytesToHex,
  frameworkTag,
  pairedMetadataAddress,
  primaryStoreAddress,
  resourceGroupKey,
  resourceKey,
} from "@ledger/types";
import { GenerationCache } from "../internal/generation-cache.ts";
import type { AssetType } from "../schemas/asset-type.ts";

/** Keys of one generation that are kept, about 500 bytes each. */
const KEPT_KEYS = 8192;

const objectGroup = frameworkTag("object", "ObjectGroup");

/** Where a balance is stored. */
export interface BalanceKeys {
  /** Encoded key of the resource group of the primary store. */
  readonly primaryStore: Uint8Array;
  /** Encoded key of the coin store, for coins. */
  readonly coinStore: Uint8Array | undefined;
}

/**
 * Finds where the balances of accounts are. Deriving a primary store takes a hash or two, more than all else about a balance,
 * and the same balances are asked for again and again.
 */
export class BalanceKeyCache {
  readonly #kept = new GenerationCache<string, BalanceKeys>(KEPT_KEYS);

  find(owner: Address, asset: AssetType): BalanceKeys {
    const id = `${bytesToHex(owner)} ${asset.text}`;
    let keys = this.#kept.get(id);
    if (keys === undefined) {
      keys = deriveKeys(owner, asset);
      this.#kept.set(id, keys);
    }
    return keys;
  }
}

/** @see Ledger specification, REST API §7.3 */
function deriveKeys(owner: Address, asset: AssetType): BalanceKeys {
  const metadata = asset.kind === "coin" ? pairedMetadataAddress(asset.tag) : asset.metadata;
  const primaryStore = resourceGroupKey(primaryStoreAddress(owner, metadata), objectGroup);
  if (asset.kind === "fungible-asset") return { primaryStore, coinStore: undefined };
  const coinStore = frameworkTag("coin", "CoinStore", [{ kind: "Struct", value: asset.tag }]);
  return { primaryStore, coinStore: resourceKey(owner, coinStore) };
}
