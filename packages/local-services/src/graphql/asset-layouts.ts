import { bytes, type Codec, option, string, struct, u8, u64, u128 } from "@ledger/bcs";
import { Address } from "@ledger/types";

// Resources of the framework that balances and tokens are read from, as they are stored. Only the members before what is of
// interest have to be right: what follows is not read.

/** `0x1::fungible_asset::Metadata`. */
export const AssetMetadata = struct("Metadata", {
  name: string,
  symbol: string,
  decimals: u8,
  iconUri: string,
  projectUri: string,
});

/** `0x1::fungible_asset::Supply`. */
export const AssetSupply = struct("Supply", { current: u128, maximum: option(u128) });

/** `0x1::fungible_asset::ConcurrentSupply`: an aggregator. */
export const ConcurrentAssetSupply = struct("ConcurrentSupply", { value: u128, maxValue: u128 });

/** The beginning of `0x1::coin::CoinInfo<T>`. */
export const CoinInfoHead = struct("CoinInfo", { name: string, symbol: string, decimals: u8 });

/** The beginning of `0x4::collection::Collection`. */
export const CollectionHead = struct("Collection", {
  creator: Address,
  description: string,
  name: string,
  uri: string,
});

/** The beginning of `0x4::collection::FixedSupply`. */
export const FixedSupplyHead = struct("FixedSupply", { current: u64, max: u64, minted: u64 });

/** The beginning of `0x4::collection::UnlimitedSupply`. */
export const UnlimitedSupplyHead = struct("UnlimitedSupply", { current: u64, minted: u64 });

/** `0x4::collection::ConcurrentSupply`: two aggregators. */
export const ConcurrentCollectionSupply = struct("ConcurrentSupply", {
  current: u64,
  max: u64,
  minted: u64,
  mostMinted: u64,
});

/** The beginning of `0x4::token::Token`. */
export const TokenHead = struct("Token", {
  collection: Address,
  index: u64,
  description: string,
  name: string,
  uri: string,
});

/** `0x4::token::TokenIdentifiers`: snapshots of an index and of a name. */
export const TokenIdentifiers = struct("TokenIdentifiers", { index: u64, name: string, padding: bytes });

/** Reads the beginning of a value. @returns `undefined` where the value is absent */
export function readHead<T>(codec: Codec<T>, value: Uint8Array | undefined): T | undefined {
  return value && codec.decodePrefix(value).value;
}
