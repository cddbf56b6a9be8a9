import { type Codec, struct, u128 } from "@ledger/bcs";
import {
  addressesEqual,
  aptMetadataAddress,
  CoinStore,
  ConcurrentFungibleBalance,
  decodeStateKey,
  FungibleStore,
  formatCanonicalStructTag,
  formatHex,
  Path,
  ResourceGroup,
} from "@ledger/types";

const Supply: Codec<{ current: bigint; max: bigint }> = struct("ConcurrentSupply", { current: u128, max: u128 });

/** What one state item says about the chain's own coin, read by rules of its own. */
export interface CoinFacts {
  /** Octas that the item holds. */
  readonly balance: bigint;
  /** Octas in all, where the item says so. */
  readonly supply: bigint | undefined;
}

const nothing: CoinFacts = { balance: 0n, supply: undefined };

/** @param key - encoded state key @param value - `undefined` where the item is gone */
export function coinFacts(key: Uint8Array, value: Uint8Array | undefined): CoinFacts {
  if (value === undefined) return nothing;
  const decoded = decodeStateKey(key);
  if (decoded.kind !== "AccessPath") return nothing;
  const path = Path.decode(decoded.value.path);
  if (path.kind === "Resource") {
    const text = formatCanonicalStructTag(path.value);
    if (text === "0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>") {
      return { balance: CoinStore.decode(value).coin, supply: undefined };
    }
    return nothing;
  }
  if (path.kind !== "ResourceGroup") return nothing;
  const members = new Map(
    [...ResourceGroup.decode(value)].map(([tag, bytes]) => [formatCanonicalStructTag(tag), bytes]),
  );
  const supply = members.get("0x1::fungible_asset::ConcurrentSupply");
  const isCoin = addressesEqual(decoded.value.address, aptMetadataAddress);
  const store = members.get("0x1::fungible_asset::FungibleStore");
  return {
    balance: store === undefined ? 0n : storeBalance(store, members),
    supply: isCoin && supply !== undefined ? Supply.decode(supply).current : undefined,
  };
}

function storeBalance(store: Uint8Array, members: ReadonlyMap<string, Uint8Array>): bigint {
  const { metadata, balance } = FungibleStore.decode(store);
  if (!addressesEqual(metadata, aptMetadataAddress)) return 0n;
  const concurrent = members.get("0x1::fungible_asset::ConcurrentFungibleBalance");
  return balance + (concurrent === undefined ? 0n : ConcurrentFungibleBalance.decode(concurrent).value);
}

/** What a key names, for messages and for rules about what may change. */
export function describeKey(key: Uint8Array): string {
  const decoded = decodeStateKey(key);
  if (decoded.kind === "TableItem") return `table ${formatHex(decoded.value.handle)}`;
  if (decoded.kind !== "AccessPath") return decoded.kind;
  const path = Path.decode(decoded.value.path);
  const owner = formatHex(decoded.value.address);
  if (path.kind === "Code") return `${owner} module ${path.value.name}`;
  return `${owner} ${formatCanonicalStructTag(path.value)}`;
}
