import { bytes, string, u8, u64, u128, uleb128 } from "@ledger/bcs";
import { concatBytes, hexToBytes } from "@ledger/types";
import { type Json, wide } from "../second/plain-record.ts";

// Layouts of the framework's structs, in the order of their declarations, and BCS of their REST JSON by them. The bytes of the
// vectors prove them.

/** A layout: the name of a type, the fields of a struct, or the element of a list in brackets. */
export type Layout = "bool" | "u8" | "u64" | "u128" | "address" | "string" | "bytes" | Fields | readonly [Layout];
export interface Fields {
  readonly [field: string]: Layout;
}

const handle: Fields = { counter: "u64", guid: { id: { creation_num: "u64", addr: "address" } } };
const inner: Fields = { inner: "address" };
const aggregator = (integer: Layout): Fields => ({ value: integer, max_value: integer });
const optional = (layout: Layout): Fields => ({ vec: [layout] });
const movement: Fields = { store: "address", amount: "u64" };
const indexed: Fields = { index: "u64", token: "address" };
const transfer: Fields = { object: "address", from: "address", to: "address" };
const mutation: Fields = { mutated_field_name: "string", old_value: "string", new_value: "string" };

/** Layouts by type, without type arguments. */
export const layouts: Readonly<Record<string, Layout>> = {
  "0x1::coin::CoinStore": { coin: { value: "u64" }, frozen: "bool", deposit_events: handle, withdraw_events: handle },
  "0x1::coin::CoinInfo": {
    name: "string",
    symbol: "string",
    decimals: "u8",
    supply: optional({
      aggregator: optional({ handle: "address", key: "address", limit: "u128" }),
      integer: optional({ value: "u128", limit: "u128" }),
    }),
  },
  "0x1::object::ObjectCore": {
    guid_creation_num: "u64",
    owner: "address",
    allow_ungated_transfer: "bool",
    transfer_events: handle,
  },
  "0x1::object::Untransferable": { dummy_field: "bool" },
  "0x1::fungible_asset::FungibleStore": { metadata: inner, balance: "u64", frozen: "bool" },
  "0x1::fungible_asset::ConcurrentFungibleBalance": { balance: aggregator("u64") },
  "0x1::fungible_asset::Metadata": {
    name: "string",
    symbol: "string",
    decimals: "u8",
    icon_uri: "string",
    project_uri: "string",
  },
  "0x1::fungible_asset::Supply": { current: "u128", maximum: optional("u128") },
  "0x1::fungible_asset::ConcurrentSupply": { current: aggregator("u128") },
  "0x4::token::Token": {
    collection: inner,
    index: "u64",
    description: "string",
    name: "string",
    uri: "string",
    mutation_events: handle,
  },
  "0x4::token::TokenIdentifiers": { index: { value: "u64" }, name: { value: "string", padding: "bytes" } },
  "0x4::property_map::PropertyMap": {
    inner: { data: [{ key: "string", value: { type: "u8", value: "bytes" } }] },
  },
  "0x4::collection::Collection": {
    creator: "address",
    description: "string",
    name: "string",
    uri: "string",
    mutation_events: handle,
  },
  "0x4::collection::FixedSupply": {
    current_supply: "u64",
    max_supply: "u64",
    total_minted: "u64",
    burn_events: handle,
    mint_events: handle,
  },
  "0x4::collection::UnlimitedSupply": {
    current_supply: "u64",
    total_minted: "u64",
    burn_events: handle,
    mint_events: handle,
  },
  "0x4::collection::ConcurrentSupply": { current_supply: aggregator("u64"), total_minted: aggregator("u64") },
  "0x4::aptos_token::AptosCollection": {
    mutator_ref: optional({ self: "address" }),
    royalty_mutator_ref: optional({ inner: { self: "address" } }),
    mutable_description: "bool",
    mutable_uri: "bool",
    mutable_token_description: "bool",
    mutable_token_name: "bool",
    mutable_token_properties: "bool",
    mutable_token_uri: "bool",
    tokens_burnable_by_creator: "bool",
    tokens_freezable_by_creator: "bool",
  },
  "0x5::app::Mark": { value: "u64" },
  "0x5::app::Member": { value: "u64" },
  "0x5::app::Item": { value: "u64" },
  "0x1::coin::WithdrawEvent": { amount: "u64" },
  "0x1::coin::DepositEvent": { amount: "u64" },
  "0x1::coin::CoinWithdraw": { coin_type: "string", account: "address", amount: "u64" },
  "0x1::coin::CoinDeposit": { coin_type: "string", account: "address", amount: "u64" },
  "0x1::fungible_asset::Withdraw": movement,
  "0x1::fungible_asset::Deposit": movement,
  "0x1::fungible_asset::Frozen": { store: "address", frozen: "bool" },
  "0x1::fungible_asset::WithdrawEvent": { amount: "u64" },
  "0x1::fungible_asset::DepositEvent": { amount: "u64" },
  "0x1::fungible_asset::FrozenEvent": { frozen: "bool" },
  "0x1::fungible_asset::FungibleStoreDeletion": { store: "address", owner: "address", metadata: "address" },
  "0x1::object::Transfer": transfer,
  "0x1::object::TransferEvent": transfer,
  "0x4::collection::Mint": { collection: "address", index: { value: "u64" }, token: "address" },
  "0x4::collection::MintEvent": indexed,
  "0x4::collection::Burn": { collection: "address", index: "u64", token: "address", previous_owner: "address" },
  "0x4::collection::BurnEvent": indexed,
  "0x4::token::Mutation": { token_address: "address", ...mutation },
  "0x4::token::MutationEvent": mutation,
};

/** BCS of a value that the REST API shows as JSON. */
export function encodeJson(layout: Layout, value: Json): Uint8Array {
  switch (layout) {
    case "bool":
      return Uint8Array.of(value ? 1 : 0);
    case "u8":
      return u8.encode(value);
    case "u64":
      return u64.encode(BigInt(value));
    case "u128":
      return u128.encode(BigInt(value));
    case "address":
      return hexToBytes(wide(value).slice(2));
    case "string":
      return string.encode(value);
    case "bytes":
      return bytes.encode(hexToBytes(value.slice(2)));
  }
  if (Array.isArray(layout)) {
    const items: readonly Json[] = value;
    return concatBytes(uleb128.encode(items.length), ...items.map((item) => encodeJson(layout[0], item)));
  }
  return concatBytes(...Object.entries(layout as Fields).map(([field, of]) => encodeJson(of, value[field])));
}
