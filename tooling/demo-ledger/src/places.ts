import { localChainId, shopAccount } from "@ledger/local-chain";
import {
  type Address,
  aptMetadataAddress,
  formatAddress,
  hashSession,
  parseAddress,
  tableHandleAddress,
} from "@ledger/types";
import { voucherCoin, Workload } from "@ledger/workload";

const { cast, places } = new Workload({ chainId: localChainId, cafe: shopAccount });

/** Somebody who acts in the demo. */
export interface DemoAccount {
  readonly name: string;
  readonly address: Address;
}

/** Everybody who sends transactions in the demo, from its first blocks on. */
export const demoAccounts = {
  cafe: { name: "cafe", address: cast.cafe.address },
  ada: { name: "ada", address: cast.ada.address },
  ben: { name: "ben", address: cast.ben.address },
  cleo: { name: "cleo", address: cast.cleo.address },
  dee: { name: "dee", address: cast.dee.address },
  eve: { name: "eve", address: cast.eve.address },
} as const satisfies Record<string, DemoAccount>;

/** An asset of the demo, by the two names that balances are asked for with. */
export interface DemoAsset {
  /** Metadata object of the fungible asset. */
  readonly metadata: Address;
  /** Type of the coin that it is paired with. */
  readonly coinType?: string;
}

/** The assets that accounts hold. */
export const demoAssets = {
  apt: { metadata: aptMetadataAddress, coinType: "0x1::aptos_coin::AptosCoin" },
  voucher: { metadata: places.voucher, coinType: voucherCoin },
  bean: { metadata: places.bean },
} as const satisfies Record<string, DemoAsset>;

/** A table of the demo, with what a request for an item needs. */
export interface DemoTable {
  readonly handle: Address;
  readonly keyType: string;
  readonly valueType: string;
  /** A key under which there is an item, as JSON. */
  readonly exampleKey: string | number | Readonly<Record<string, unknown>>;
}

/** The first transaction of the shop's account: it publishes the shop, whose initialiser makes the tables. */
const publication = hashSession({
  kind: "Txn",
  value: { sender: parseAddress("0xcafe"), sequenceNumber: 0n, scriptHash: new Uint8Array() },
});

/** Tables of the demo, with keys that exist at its end; those of the framework (`commits`, `coinConversion`) do so from block 1 on. */
export const demoTables = {
  orders: {
    handle: tableHandleAddress(publication, 0),
    keyType: "0xcafe::shop::Ticket",
    valueType: "0xcafe::shop::Order",
    exampleKey: { counter: 0, number: 4 },
  },
  regulars: {
    handle: tableHandleAddress(publication, 1),
    keyType: "address",
    valueType: "0xcafe::shop::Card",
    exampleKey: formatAddress(cast.ada.address),
  },
  ratings: {
    handle: tableHandleAddress(publication, 2),
    keyType: "0x1::string::String",
    valueType: "vector<u8>",
    exampleKey: "tea",
  },
  commits: {
    handle: parseAddress("0x38ff67f17cf7998cd41ed5267b52cff7af37d06a22e8b390ce44b69680fc0e97"),
    keyType: "u32",
    valueType: "0x1::block::NewBlockEvent",
    exampleKey: 1,
  },
  coinConversion: {
    handle: parseAddress("0x19e024f0a7ab09c9de6c524bec711ea46431b068d7fa6f119affb617d2406029"),
    keyType: "0x1::type_info::TypeInfo",
    valueType: "0x1::object::Object<0x1::fungible_asset::Metadata>",
    exampleKey: { account_address: "0x1", module_name: "0x6170746f735f636f696e", struct_name: "0x4170746f73436f696e" },
  },
} as const satisfies Record<string, DemoTable>;
