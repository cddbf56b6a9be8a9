import { bool, type Codec, struct, u64 } from "@ledger/bcs";
import { Address } from "../address.ts";
import { frameworkTag } from "./framework-tag.ts";
import { heldAmount } from "./held-amount.ts";
import { findGroupMember, type ResourceGroup } from "./object.ts";

/** `0x1::fungible_asset::FungibleStore`, a member of the object group. */
export interface FungibleStore {
  /** Address of the asset's metadata object. */
  readonly metadata: Address;
  /** Amount in the smallest unit. When it is 0, a {@link ConcurrentFungibleBalance} next to it may hold the amount instead: see {@link balanceOf}. */
  readonly balance: bigint;
  readonly frozen: boolean;
}

/** BCS of {@link FungibleStore}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#16 | Specification, chain types 16} */
export const FungibleStore: Codec<FungibleStore> = struct("FungibleStore", {
  metadata: Address,
  balance: u64,
  frozen: bool,
});

/** `0x1::fungible_asset::ConcurrentFungibleBalance`, a member of the object group: an amount for concurrent use. */
export interface ConcurrentFungibleBalance {
  readonly value: bigint;
  readonly maxValue: bigint;
}

/** BCS of {@link ConcurrentFungibleBalance}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#16 | Specification, chain types 16} */
export const ConcurrentFungibleBalance: Codec<ConcurrentFungibleBalance> = struct("ConcurrentFungibleBalance", {
  value: u64,
  maxValue: u64,
});

const storeTag = /* @__PURE__ */ frameworkTag("fungible_asset", "FungibleStore");
const concurrentTag = /* @__PURE__ */ frameworkTag("fungible_asset", "ConcurrentFungibleBalance");

/**
 * Amount that a store holds, in the smallest unit of its asset; `undefined` where the group holds no store.
 *
 * @param group - resources of the store's object
 * @throws `BcsError` when the store does not decode
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#7.3 | Specification, REST API 7.3}
 */
export function balanceOf(group: ResourceGroup): bigint | undefined {
  const store = findGroupMember(group, storeTag);
  if (store === undefined) return undefined;
  const concurrent = findGroupMember(group, concurrentTag);
  return heldAmount(
    FungibleStore.decode(store).balance,
    concurrent && ConcurrentFungibleBalance.decode(concurrent).value,
  );
}
