import { bool, bytes, string, struct, u64, vector } from "@ledger/bcs";
import { Address } from "@ledger/types";

// Resources, items of tables, and events of the first tokens, `0x3`.

/** `0x3::token::TokenDataId`. */
export const TokenDataId = struct("TokenDataId", { creator: Address, collection: string, name: string });

/** `0x3::token::TokenId`. */
export const TokenId = struct("TokenId", { data: TokenDataId, propertyVersion: u64 });

/** `0x3::property_map::PropertyMap`. */
export const LegacyPropertyMap = vector(struct("Property", { key: string, value: bytes, type: string }));

/** `0x3::token::Collections`: the tables of a creator. */
export const Collections = struct("Collections", { collectionData: Address, tokenData: Address });

/** `0x3::token::TokenStore` and `0x3::token_transfers::PendingClaims`: the table of an owner. */
export const ItemTable = struct("TokenStore", { handle: Address });

/** `0x3::token::CollectionData`. */
export const CollectionData = struct("CollectionData", {
  description: string,
  name: string,
  uri: string,
  supply: u64,
  maximum: u64,
  isDescriptionMutable: bool,
  isUriMutable: bool,
  isMaximumMutable: bool,
});

/** `0x3::token::TokenData`. */
export const TokenData = struct("TokenData", {
  maximum: u64,
  largestPropertyVersion: u64,
  supply: u64,
  uri: string,
  royaltyNumerator: u64,
  royaltyDenominator: u64,
  payee: Address,
  name: string,
  description: string,
  properties: LegacyPropertyMap,
});

/** `0x3::token::Token`. */
export const LegacyToken = struct("Token", { id: TokenId, amount: u64, properties: LegacyPropertyMap });

/** `0x3::token_transfers::TokenOfferId`. */
export const TokenOfferId = struct("TokenOfferId", { to: Address, id: TokenId });

/** `0x3::token::MintTokenEvent`. */
export const MintTokenEvent = struct("MintTokenEvent", { id: TokenDataId, amount: u64 });

/** `0x3::token::Mint`. */
export const Mint = struct("Mint", { account: Address, id: TokenDataId, amount: u64 });

/** `0x3::token::DepositEvent`, `WithdrawEvent`, `BurnTokenEvent`. */
export const TokenAmount = struct("DepositEvent", { id: TokenId, amount: u64 });

/** `0x3::token::TokenDeposit`, `TokenWithdraw`, `Burn`. */
export const AccountTokenAmount = struct("TokenDeposit", { account: Address, id: TokenId, amount: u64 });

/** `0x3::token::MutateTokenPropertyMapEvent`. */
export const PropertyMutationEvent = struct("MutateTokenPropertyMapEvent", { oldId: TokenId, newId: TokenId });

/** `0x3::token::MutatePropertyMap`. */
export const PropertyMutation = struct("MutatePropertyMap", { account: Address, oldId: TokenId, newId: TokenId });

/** `0x3::token_transfers::TokenOfferEvent`, `TokenCancelOfferEvent`, `TokenClaimEvent`. */
export const OfferEvent = struct("TokenOfferEvent", { to: Address, id: TokenId, amount: u64 });

/** `0x3::token_transfers::Offer`, `CancelOffer`, `Claim`. */
export const Offer = struct("Offer", { account: Address, to: Address, id: TokenId, amount: u64 });
