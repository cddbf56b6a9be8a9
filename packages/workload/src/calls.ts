import { bool, bytes, option, string, u8, u16, u32, u64, u128, u256, vector } from "@ledger/bcs";
import { Address } from "@ledger/types";
import { entryFunction } from "./entry-function.ts";
import { tipScript } from "./packages/bytecode.ts";
import type { Call } from "./request.ts";

// What the workload calls, of the framework…
export const transfer = entryFunction("0x1::aptos_account::transfer", [Address, u64]);
export const batchTransfer = entryFunction("0x1::aptos_account::batch_transfer", [vector(Address), vector(u64)]);
export const transferCoins = entryFunction("0x1::aptos_account::transfer_coins", [Address, u64]);
/** Arguments: metadata object, receiver, amount. */
export const transferFungible = entryFunction("0x1::primary_fungible_store::transfer", [Address, Address, u64]);
export const transferObject = entryFunction("0x1::object::transfer", [Address, Address]);
export const publishPackage = entryFunction("0x1::code::publish_package_txn", [bytes, vector(bytes)]);
export const deployToObject = entryFunction("0x1::object_code_deployment::publish", [bytes, vector(bytes)]);
/** Arguments: package metadata, modules, object. */
export const upgradeObject = entryFunction("0x1::object_code_deployment::upgrade", [bytes, vector(bytes), Address]);
/** Arguments: the other owners, signatures required, names and values of metadata. */
export const createMultisig = entryFunction("0x1::multisig_account::create_with_owners", [
  vector(Address),
  u64,
  vector(string),
  vector(bytes),
]);
/** Arguments: multisig account, BCS of what it is to do. */
export const proposeTransaction = entryFunction("0x1::multisig_account::create_transaction", [Address, bytes]);
/** Arguments: multisig account, number of the transaction. */
export const approveTransaction = entryFunction("0x1::multisig_account::approve_transaction", [Address, u64]);

// … and of the shop.
/** Arguments: drink, shots, syrup, tip, to go. */
export const placeOrder = entryFunction("0xcafe::shop::place_order", [string, u8, option(string), option(u64), bool]);
export const shareDrink = entryFunction("0xcafe::shop::share", [string]);
/** Arguments: counter, number. */
export const serve = entryFunction("0xcafe::shop::serve", [u8, u32]);
/** Arguments: counter, number. */
export const discard = entryFunction("0xcafe::shop::discard", [u8, u32]);
export const setOpen = entryFunction("0xcafe::shop::set_open", [bool]);
/** Arguments: drinks, stars. */
export const rate = entryFunction("0xcafe::shop::rate", [vector(string), bytes]);
export const answerSurvey = entryFunction("0xcafe::shop::answer_survey", [
  bool,
  u8,
  u16,
  u32,
  u64,
  u128,
  u256,
  Address,
  bytes,
  vector(string),
  vector(vector(u64)),
  option(u64),
  Address,
]);
/** Arguments: origin, grams of each bag. */
export const deliverBeans = entryFunction("0xcafe::stock::deliver_beans", [string, vector(u64)]);
export const mintBeans = entryFunction("0xcafe::bean::mint", [Address, u64]);
export const burnBeans = entryFunction("0xcafe::bean::burn", [u64]);
export const giveVouchers = entryFunction("0xcafe::voucher::give", [Address, u64]);
export const redeemVouchers = entryFunction("0xcafe::voucher::redeem", [u64]);
/** Arguments: name, tone of the glaze. */
export const fireCup = entryFunction("0xcafe::cup::fire", [string, u8]);
export const smashCup = entryFunction("0xcafe::cup::smash", [Address]);

/** Tips the shop by a script instead of an entry function. */
export function tip(amount: bigint): Call {
  return { kind: "Script", value: { code: tipScript(), typeArgs: [], args: [{ kind: "U64", value: amount }] } };
}
