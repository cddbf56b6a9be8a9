import { bool, bytes, type Infer, option, string, struct, u8, u64, u128 } from "@ledger/bcs";
import { Address, CoinStore, formatStructTag, type StructTag } from "@ledger/types";
import { objectResourceType, type ResourceType, resourceType } from "../state/resource-type.ts";
import { eventType, type Table } from "../state/session.ts";

/** A coin's supply, counted in one of two ways. */
const OptionalAggregator = struct("OptionalAggregator", {
  aggregator: option(struct("Aggregator", { handle: Address, key: Address, limit: u128 })),
  integer: option(struct("Integer", { value: u128, limit: u128 })),
});

/** `0x1::coin::CoinInfo<T>`. */
const CoinInfo = struct("CoinInfo", {
  name: string,
  symbol: string,
  decimals: u8,
  supply: option(OptionalAggregator),
});

/** `0x1::type_info::TypeInfo`: a struct's name as a value. */
export const TypeInfo = struct("TypeInfo", { accountAddress: Address, moduleName: bytes, structName: bytes });

const encoder = new TextEncoder();

/** The name of a struct as a value. */
export function typeInfo({ address, module, name }: StructTag): {
  accountAddress: Address;
  moduleName: Uint8Array;
  structName: Uint8Array;
} {
  return { accountAddress: address, moduleName: encoder.encode(module), structName: encoder.encode(name) };
}

/** What an account holds of a coin. */
export function coinStore(coin: StructTag): ResourceType<CoinStore> {
  return resourceType(`0x1::coin::CoinStore<${formatStructTag(coin)}>`, CoinStore);
}

/** What the issuer of a coin keeps about it. */
export const coinInfo = (coin: StructTag) => resourceType(`0x1::coin::CoinInfo<${formatStructTag(coin)}>`, CoinInfo);

/** Which fungible assets stand for coins. */
export const coinConversionMap = resourceType(
  "0x1::coin::CoinConversionMap",
  struct("CoinConversionMap", { table: Address }),
);

/** The table of {@link coinConversionMap}. */
export const conversionTable = (handle: Address): Table<Infer<typeof TypeInfo>, Address> => ({
  handle,
  key: TypeInfo,
  value: Address,
});

/** The coin that a fungible asset stands for; among the resources of its metadata object. */
export const pairedCoinType = objectResourceType("0x1::coin::PairedCoinType", TypeInfo);

/** The right to mint; an empty struct, so one zero byte. */
export const mintCapStore = resourceType("0x1::aptos_coin::MintCapStore", struct("MintCapStore", { dummyField: bool }));

const Amount = struct("Amount", { amount: u64 });

/** Coins came into a coin store; a handle event. */
export const coinDeposit = eventType("0x1::coin::DepositEvent", Amount);
/** Coins left a coin store; a handle event. */
export const coinWithdrawal = eventType("0x1::coin::WithdrawEvent", Amount);

/** A coin store was migrated, and its event streams ended. */
export const coinStoreDeletion = eventType(
  "0x1::coin::CoinStoreDeletion",
  struct("CoinStoreDeletion", {
    coinType: string,
    eventHandleCreationAddress: Address,
    deletedDepositEventHandleCreationNumber: u64,
    deletedWithdrawEventHandleCreationNumber: u64,
  }),
);

/** A fungible asset began to stand for a coin. */
export const pairCreation = eventType(
  "0x1::coin::PairCreation",
  struct("PairCreation", { coinType: TypeInfo, fungibleAssetMetadataAddress: Address }),
);
