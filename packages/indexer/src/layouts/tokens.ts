import { bool, bytes, option, string, struct, u8, u64, vector } from "@ledger/bcs";
import { Address } from "@ledger/types";

// Resources and events of digital assets, `0x4`: of resources the beginnings.

/** `0x4::collection::Collection`. */
export const Collection = struct("Collection", { creator: Address, description: string, name: string, uri: string });

/** `0x4::collection::FixedSupply`. */
export const FixedSupply = struct("FixedSupply", { current: u64, max: u64, minted: u64 });

/** `0x4::collection::UnlimitedSupply`. */
export const UnlimitedSupply = struct("UnlimitedSupply", { current: u64, minted: u64 });

/** `0x4::collection::ConcurrentSupply`: two aggregators. */
export const ConcurrentSupply = struct("ConcurrentSupply", { current: u64, max: u64, minted: u64, mostMinted: u64 });

/** `0x4::aptos_token::AptosCollection`. */
export const AptosCollection = struct("AptosCollection", {
  mutatorRef: option(Address),
  royaltyMutatorRef: option(Address),
  mutableDescription: bool,
  mutableUri: bool,
});

/** `0x4::token::Token`. */
export const Token = struct("Token", {
  collection: Address,
  index: u64,
  description: string,
  name: string,
  uri: string,
});

/** `0x4::token::TokenIdentifiers`: snapshots of an index and of a name. */
export const TokenIdentifiers = struct("TokenIdentifiers", { index: u64, name: string });

/** `0x4::property_map::PropertyMap`. */
export const PropertyMap = vector(struct("Property", { key: string, type: u8, value: bytes }));

/** `0x4::collection::MintEvent` and `BurnEvent`. */
export const IndexedToken = struct("MintEvent", { index: u64, token: Address });

/** `0x4::collection::Mint`, and the beginning of `Burn`. */
export const CollectionToken = struct("Mint", { collection: Address, index: u64, token: Address });

/** `0x4::collection::Burn`. */
export const Burn = struct("Burn", { collection: Address, index: u64, token: Address, previousOwner: Address });

/** `0x4::token::MutationEvent`. */
export const Mutation = struct("MutationEvent", { field: string, before: string, after: string });

/** `0x4::token::Mutation`. */
export const TokenMutation = struct("Mutation", { token: Address, field: string, before: string, after: string });

/** `0x1::object::Transfer` and `TransferEvent`. */
export const ObjectTransfer = struct("Transfer", { object: Address, from: Address, to: Address });
