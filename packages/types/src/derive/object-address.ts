import { u64 } from "@ledger/bcs";
import { type Address, parseAddress } from "../address.ts";
import { frameworkAddress } from "../framework/framework-tag.ts";
import { asciiToBytes } from "../text/ascii.ts";
import { utf8ToBytes } from "../text/utf8.ts";
import { structTagsEqual } from "../type-tag/equality.ts";
import { formatCanonicalStructTag } from "../type-tag/format.ts";
import type { StructTag } from "../type-tag/type-tag.ts";
import { deriveWithScheme } from "./scheme.ts";

/** `0xa`: metadata of the fungible asset that the chain's own coin is paired with, and creator of all such metadata. */
export const aptMetadataAddress: Address = /* @__PURE__ */ parseAddress("0xa");

/** `0x1::aptos_coin::AptosCoin`: the chain's own coin. */
export const aptCoinTag: StructTag = {
  address: frameworkAddress,
  module: "aptos_coin",
  name: "AptosCoin",
  typeArgs: [],
};

/** Address of an object that its creator named by a seed. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#12 | Specification, chain types 12} */
export function namedObjectAddress(creator: Address, seed: Uint8Array): Address {
  return deriveWithScheme("namedObject", creator, seed);
}

/** Address of an object made with the guid of this number. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#12 | Specification, chain types 12} */
export function guidObjectAddress(creator: Address, creationNumber: bigint): Address {
  return deriveWithScheme("guidObject", u64.encode(creationNumber), creator);
}

/** Address of the object that belongs to an owner and another object together. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#12 | Specification, chain types 12} */
export function derivedObjectAddress(owner: Address, derivedFrom: Address): Address {
  return deriveWithScheme("derivedObject", owner, derivedFrom);
}

/**
 * Address of an account's primary store of a fungible asset.
 *
 * @param metadata - address of the asset's metadata object; {@link aptMetadataAddress} for the chain's own
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#12 | Specification, chain types 12}
 */
export function primaryStoreAddress(owner: Address, metadata: Address): Address {
  return derivedObjectAddress(owner, metadata);
}

/**
 * Address where the metadata of the fungible asset that is paired with a coin would be. Whether the pair exists, and
 * whether this is its metadata, is a matter of the state.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#12 | Specification, chain types 12}
 */
export function pairedMetadataAddress(coin: StructTag): Address {
  if (structTagsEqual(coin, aptCoinTag)) return aptMetadataAddress;
  return namedObjectAddress(aptMetadataAddress, asciiToBytes(formatCanonicalStructTag(coin)));
}

/** Address of a collection of digital assets. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#12 | Specification, chain types 12} */
export function collectionAddress(creator: Address, name: string): Address {
  return namedObjectAddress(creator, utf8ToBytes(name));
}

/** Address of a digital asset that was made by name. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#12 | Specification, chain types 12} */
export function tokenAddress(creator: Address, collection: string, name: string): Address {
  return namedObjectAddress(creator, utf8ToBytes(`${collection}::${name}`));
}
