import type { Address } from "@ledger/types";
import { BEAN_METADATA } from "./effects/bean.ts";
import { APT, VOUCHER } from "./effects/coin.ts";
import { tableHandle } from "./effects/table.ts";

/** An asset of the development ledger, by the two names that balances are asked for with. */
export interface DevnetAsset {
  /** Metadata object of the fungible asset. */
  readonly metadata: Address;
  /** Type of the coin that it is paired with. */
  readonly coinType?: string;
}

/** The assets that accounts hold. */
export const DEVNET_ASSETS = {
  apt: { metadata: APT.metadata, coinType: "0x1::aptos_coin::AptosCoin" },
  voucher: { metadata: VOUCHER.metadata, coinType: "0xcafe::voucher::Voucher" },
  bean: { metadata: BEAN_METADATA },
} as const satisfies Record<string, DevnetAsset>;

/** A table of the development ledger, with what a request for an item needs. */
export interface DevnetTable {
  readonly handle: Address;
  readonly keyType: string;
  readonly valueType: string;
  /** A key under which there is an item, as JSON. */
  readonly exampleKey: string | number | Readonly<Record<string, unknown>>;
}

/** The tables, each with the key of an item that exists from the first blocks on. */
export const DEVNET_TABLES = {
  orders: {
    handle: tableHandle("orders"),
    keyType: "0xcafe::shop::Ticket",
    valueType: "0xcafe::shop::Order",
    exampleKey: { counter: 1, number: 0 },
  },
  regulars: {
    handle: tableHandle("regulars"),
    keyType: "address",
    valueType: "0xcafe::shop::Card",
    exampleKey: "0xdee",
  },
  ratings: {
    handle: tableHandle("ratings"),
    keyType: "0x1::string::String",
    valueType: "vector<u8>",
    exampleKey: "tea",
  },
  commits: {
    handle: tableHandle("commits"),
    keyType: "u32",
    valueType: "0x1::block::NewBlockEvent",
    exampleKey: 1,
  },
  nonces: {
    handle: tableHandle("nonces"),
    keyType: "u64",
    valueType: "0x1::nonce_validation::Bucket",
    exampleKey: "0",
  },
  coinConversion: {
    handle: tableHandle("coinConversion"),
    keyType: "0x1::type_info::TypeInfo",
    valueType: "0x1::object::Object<0x1::fungible_asset::Metadata>",
    exampleKey: { account_address: "0x1", module_name: "0x6170746f735f636f696e", struct_name: "0x4170746f73436f696e" },
  },
} as const satisfies Record<string, DevnetTable>;
