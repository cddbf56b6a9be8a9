import { bool, type Codec, struct, u64 } from "@ledger/bcs";
import { Address } from "../address.ts";

/** `0x1::fungible_asset::FungibleStore`, a member of the object group. */
export interface FungibleStore {
  /** Address of the asset's metadata object. */
  readonly metadata: Address;
  /** Amount in the smallest unit. When it is 0, a {@link ConcurrentFungibleBalance} next to it may hold the amount instead. */
  readonly balance: bigint;
  readonly frozen: boolean;
}

/** BCS of {@link FungibleStore}. @see Ledger specification, chain types §16 */
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

/** BCS of {@link ConcurrentFungibleBalance}. @see Ledger specification, chain types §16 */
export const ConcurrentFungibleBalance: Codec<ConcurrentFungibleBalance> = struct("ConcurrentFungibleBalance", {
  value: u64,
  maxValue: u64,
});
