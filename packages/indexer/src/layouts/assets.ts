import { bool, option, string, struct, u8, u64, u128 } from "@ledger/bcs";
import { Address } from "@ledger/types";

// Resources and events of the framework that the rows of fungible assets are made of. Of resources only the members before the
// last one of interest are declared: what follows is not read.

/** The beginning of `0x1::fungible_asset::Metadata`. */
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

/** `0x1::optional_aggregator::OptionalAggregator`: one of the two is there. */
const OptionalAggregator = struct("OptionalAggregator", {
  aggregator: option(struct("Aggregator", { handle: Address, key: Address, limit: u128 })),
  integer: option(struct("Integer", { value: u128, limit: u128 })),
});

/** `0x1::coin::CoinInfo<T>`. */
export const CoinInfo = struct("CoinInfo", {
  name: string,
  symbol: string,
  decimals: u8,
  supply: option(OptionalAggregator),
});

/** `0x1::fungible_asset::FungibleStoreDeletion`. */
export const StoreDeletion = struct("FungibleStoreDeletion", { store: Address, owner: Address, metadata: Address });

/** `0x1::fungible_asset::Withdraw` and `Deposit`. */
export const StoreMovement = struct("Withdraw", { store: Address, amount: u64 });

/** `0x1::fungible_asset::Frozen`. */
export const StoreFreezing = struct("Frozen", { store: Address, frozen: bool });

/** `0x1::coin::WithdrawEvent` and `DepositEvent`, and those of a store's own stream. */
export const Movement = struct("WithdrawEvent", { amount: u64 });

/** `0x1::fungible_asset::FrozenEvent`. */
export const Freezing = struct("FrozenEvent", { frozen: bool });

/** `0x1::coin::CoinWithdraw` and `CoinDeposit`. */
export const CoinMovement = struct("CoinWithdraw", { coinType: string, account: Address, amount: u64 });

/** `0x1::transaction_fee::FeeStatement`. */
export const FeeStatement = struct("FeeStatement", {
  totalCharge: u64,
  execution: u64,
  io: u64,
  storageFee: u64,
  storageRefund: u64,
});
