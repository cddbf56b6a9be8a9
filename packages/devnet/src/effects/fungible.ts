import { type Address, primaryStoreAddress } from "@ledger/types";
import {
  concurrentBalance,
  concurrentSupply,
  fungibleDeposit,
  fungibleStore,
  fungibleWithdrawal,
} from "../resources/fungible-asset.ts";
import type { Session } from "../state/session.ts";
import { abort } from "./abort.ts";
import { createObject } from "./object.ts";

/** @returns the address of an owner's primary store, made if it was missing */
export function ensurePrimaryStore(session: Session, metadata: Address, owner: Address): Address {
  const store = primaryStoreAddress(owner, metadata);
  if (!session.has(store, fungibleStore)) {
    createObject(session, store, owner, false);
    session.write(store, fungibleStore, { metadata, balance: 0n, frozen: false });
  }
  return store;
}

/** @returns what an owner's primary store holds; `undefined` when there is no such store */
export function fungibleBalance(session: Session, metadata: Address, owner: Address): bigint | undefined {
  const store = primaryStoreAddress(owner, metadata);
  return session.find(store, concurrentBalance)?.value ?? session.find(store, fungibleStore)?.balance;
}

/** Changes what an owner's primary store holds, without an event. */
export function addToBalance(session: Session, metadata: Address, owner: Address, delta: bigint): Address {
  const store = primaryStoreAddress(owner, metadata);
  const balance = (fungibleBalance(session, metadata, owner) ?? 0n) + delta;
  if (balance < 0n) abort("invalid_argument", "0x1::fungible_asset", "EINSUFFICIENT_BALANCE");
  if (session.has(store, concurrentBalance)) {
    session.update(store, concurrentBalance, (held) => ({ ...held, value: balance }));
  } else {
    session.update(store, fungibleStore, (held) => ({ ...held, balance }));
  }
  return store;
}

/** Takes an amount out of an owner's primary store. */
export function withdrawFungible(session: Session, metadata: Address, owner: Address, amount: bigint): void {
  const store = addToBalance(session, metadata, owner, -amount);
  session.emit(fungibleWithdrawal, { store, amount });
}

/** Puts an amount into an owner's primary store. */
export function depositFungible(session: Session, metadata: Address, owner: Address, amount: bigint): void {
  const store = ensurePrimaryStore(session, metadata, owner);
  addToBalance(session, metadata, owner, amount);
  session.emit(fungibleDeposit, { store, amount });
}

/** Changes how much of an asset there is. */
export function addToSupply(session: Session, metadata: Address, delta: bigint): void {
  if (delta === 0n) return;
  session.update(metadata, concurrentSupply, (supply) => ({ ...supply, value: supply.value + delta }));
}
