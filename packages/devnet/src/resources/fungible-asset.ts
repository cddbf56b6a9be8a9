import { string, struct, u8, u64, u128 } from "@ledger/bcs";
import { Address, ConcurrentFungibleBalance, FungibleStore, ObjectCore } from "@ledger/types";
import { objectResourceType } from "../state/resource-type.ts";
import { eventType } from "../state/session.ts";

/** What makes an object an object. */
export const objectCore = objectResourceType("0x1::object::ObjectCore", ObjectCore);

/** Name, symbol and decimals of a fungible asset. */
export const metadata = objectResourceType(
  "0x1::fungible_asset::Metadata",
  struct("Metadata", { name: string, symbol: string, decimals: u8, iconUri: string, projectUri: string }),
);

/** How much of a fungible asset there is. */
export const concurrentSupply = objectResourceType(
  "0x1::fungible_asset::ConcurrentSupply",
  struct("ConcurrentSupply", { value: u128, maxValue: u128 }),
);

/** What an object holds of a fungible asset. */
export const fungibleStore = objectResourceType("0x1::fungible_asset::FungibleStore", FungibleStore);

/** The amount of a store that many transactions may change at once; the store's own balance is 0 then. */
export const concurrentBalance = objectResourceType(
  "0x1::fungible_asset::ConcurrentFungibleBalance",
  ConcurrentFungibleBalance,
);

/** The right to make primary stores of an asset. */
export const deriveRefPod = objectResourceType(
  "0x1::primary_fungible_store::DeriveRefPod",
  struct("DeriveRefPod", { self: Address }),
);

/** `0xcafe::bean::Refs`: the rights over the shop's own asset. */
export const beanRefs = objectResourceType(
  "0xcafe::bean::Refs",
  struct("Refs", { mintRef: Address, transferRef: Address, burnRef: Address }),
);

const StoreAmount = struct("StoreAmount", { store: Address, amount: u64 });

/** An amount came into a store. */
export const fungibleDeposit = eventType("0x1::fungible_asset::Deposit", StoreAmount);
/** An amount left a store. */
export const fungibleWithdrawal = eventType("0x1::fungible_asset::Withdraw", StoreAmount);

/** An object changed hands. */
export const objectTransfer = eventType(
  "0x1::object::Transfer",
  struct("Transfer", { object: Address, from: Address, to: Address }),
);

/** The shop made beans. */
export const beansMinted = eventType("0xcafe::bean::Minted", struct("Minted", { to: Address, amount: u64 }));
