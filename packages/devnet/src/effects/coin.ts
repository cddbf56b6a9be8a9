import { type Address, pairedMetadataAddress, parseStructTag, type StructTag } from "@ledger/types";
import { coinDeposit, coinInfo, coinStore, coinWithdrawal } from "../resources/coin.ts";
import type { Session } from "../state/session.ts";
import { abort } from "./abort.ts";
import { addToBalance, addToSupply, depositFungible, fungibleBalance, withdrawFungible } from "./fungible.ts";

/** A coin and the fungible asset that stands for it: an account may hold either or both. */
export interface PairedAsset {
  readonly coin: StructTag;
  /** Metadata object of the fungible asset. */
  readonly metadata: Address;
}

function pairedAsset(type: string): PairedAsset {
  const coin = parseStructTag(type);
  return { coin, metadata: pairedMetadataAddress(coin) };
}

/** What gas is paid with. */
export const APT: PairedAsset = pairedAsset("0x1::aptos_coin::AptosCoin");

/** The shop's voucher. */
export const VOUCHER: PairedAsset = pairedAsset("0xcafe::voucher::Voucher");

/** What an account holds of an asset in both forms together. */
export function pairedBalance(session: Session, asset: PairedAsset, owner: Address): bigint {
  const coins = session.find(owner, coinStore(asset.coin))?.coin ?? 0n;
  return coins + (fungibleBalance(session, asset.metadata, owner) ?? 0n);
}

/** Moves an amount between accounts, out of and into whatever form each of them holds. */
export function transferPaired(session: Session, asset: PairedAsset, from: Address, to: Address, amount: bigint): void {
  const coinsOut = withdrawPaired(session, asset, from, amount);
  const coinsIn = depositPaired(session, asset, to, amount);
  shiftSupply(session, asset, coinsIn - coinsOut, coinsOut - coinsIn);
}

/** Makes units for an account, in the form that it holds. */
export function mintPaired(session: Session, asset: PairedAsset, owner: Address, amount: bigint): void {
  const coins = depositPaired(session, asset, owner, amount);
  shiftSupply(session, asset, coins, amount - coins);
}

/** Destroys (or, for a negative amount, makes) units at an account, as gas is charged and refunded: without an event. */
export function burnPaired(session: Session, asset: PairedAsset, owner: Address, amount: bigint): void {
  const store = session.find(owner, coinStore(asset.coin));
  const coins = store === undefined ? 0n : amount < store.coin ? amount : store.coin;
  if (coins !== 0n) session.update(owner, coinStore(asset.coin), (held) => ({ ...held, coin: held.coin - coins }));
  if (coins !== amount) addToBalance(session, asset.metadata, owner, coins - amount);
  shiftSupply(session, asset, -coins, coins - amount);
}

/** Changes how much of an asset there is in each form. */
export function shiftSupply(session: Session, asset: PairedAsset, coins: bigint, fungible: bigint): void {
  if (coins !== 0n) {
    session.update(asset.coin.address, coinInfo(asset.coin), ({ supply, ...info }) => ({
      ...info,
      supply: supply && {
        ...supply,
        integer: supply.integer && { ...supply.integer, value: supply.integer.value + coins },
      },
    }));
  }
  addToSupply(session, asset.metadata, fungible);
}

/** @returns how much of the amount were coins */
function withdrawPaired(session: Session, asset: PairedAsset, owner: Address, amount: bigint): bigint {
  const type = coinStore(asset.coin);
  const store = session.find(owner, type);
  const coins = store === undefined ? 0n : amount < store.coin ? amount : store.coin;
  if (coins < amount) {
    if (fungibleBalance(session, asset.metadata, owner) === undefined) {
      abort("invalid_argument", "0x1::coin", "EINSUFFICIENT_BALANCE");
    }
    withdrawFungible(session, asset.metadata, owner, amount - coins);
  }
  if (store !== undefined && coins > 0n) {
    const withdrawEvents = session.emitTo(store.withdrawEvents, coinWithdrawal, { amount: coins });
    session.write(owner, type, { ...store, coin: store.coin - coins, withdrawEvents });
  }
  return coins;
}

/** @returns how much of the amount became coins */
function depositPaired(session: Session, asset: PairedAsset, owner: Address, amount: bigint): bigint {
  const type = coinStore(asset.coin);
  const store = session.find(owner, type);
  if (store === undefined) {
    depositFungible(session, asset.metadata, owner, amount);
    return 0n;
  }
  const depositEvents = session.emitTo(store.depositEvents, coinDeposit, { amount });
  session.write(owner, type, { ...store, coin: store.coin + amount, depositEvents });
  return amount;
}
