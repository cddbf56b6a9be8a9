import type { LocalAccount } from "@ledger/local-chain";
import type { FeatureFlag } from "@ledger/vm";
import type { AddressLike } from "../inputs/address.ts";
import type { Moment } from "../inputs/numbers.ts";
import type { ImpersonationOptions, Mining } from "../inputs/values.ts";
import type { ClientSettings } from "./client-settings.ts";
import type { ExecutionResult, TraceFormat } from "./execution-result.ts";
import type { Deployment, EntryCall, ImpersonatedSender, ViewCall } from "./requests.ts";

/** A place to go back to, any number of times and in any order. */
export interface NetworkSnapshot {
  /** Takes the network back: state, history, time, when blocks are made, transactions that wait. */
  restore(): Promise<void>;
}

/** Time of a network. */
export interface NetworkTime {
  now(): Promise<Date>;
  /** Lets time pass, and makes a block. @param seconds - whole, from 0 on @throws LocalNetworkError `invalid_input` */
  increase(seconds: number | bigint): Promise<void>;
  /** Moves the time forward to a moment, and makes a block. @throws LocalNetworkError `invalid_input` for a moment that has passed */
  increaseTo(moment: Moment): Promise<void>;
  /** Sets the time of the next block, which is that of the next transaction. @throws LocalNetworkError `invalid_input` for a moment that is not after the latest block */
  setNextBlockTimestamp(moment: Moment): Promise<void>;
}

/** A network for tests, in this process or elsewhere. What it cannot take is refused with a `LocalNetworkError`, and changes nothing. */
export interface Network extends AsyncDisposable {
  /** Root of the API, for {@link Network.fetch}. */
  readonly url: string;
  /** Root of the faucet. */
  readonly faucetUrl: string;
  /** The official client's configuration: `new Aptos(new AptosConfig({ ...net.settings }))`. */
  readonly settings: ClientSettings;
  /** Accounts with known keys; with funds, where the network is not a fork. */
  readonly accounts: readonly LocalAccount[];
  /** Answers a request to {@link Network.url} or {@link Network.faucetUrl}, as the platform's own `fetch` would. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  readonly time: NetworkTime;
  /**
   * Gives coins to an account, which has them then: a block is made for them where none would be.
   *
   * @param amount - octas
   * @throws LocalNetworkError `refused` where they cannot be given
   */
  fund(address: AddressLike, amount: bigint | number): Promise<void>;
  /**
   * Executes a call of an entry function, signed by its sender. Where blocks are made later, the result is `pending`. Calls of one sender
   * that are sent without waiting are executed in their order.
   *
   * @throws LocalNetworkError `no_key` for a sender that cannot sign and is not impersonated
   */
  send(call: EntryCall): Promise<ExecutionResult>;
  /**
   * The result of a transaction that was sent; also of one that was dropped while it waited, for a time.
   *
   * @returns `undefined` where the network knows none of this hash
   */
  result(hash: string | undefined): Promise<ExecutionResult | undefined>;
  /** Says what a call of an entry function would do, and drops it. */
  simulate(call: EntryCall): Promise<ExecutionResult>;
  /** Calls a view function. @returns its results, in the API's JSON forms @throws LocalNetworkError `refused` with the machine's words when it fails */
  view(call: ViewCall): Promise<readonly unknown[]>;
  /** Publishes a package at its sender's address, or upgrades it. */
  deploy(deployment: Deployment): Promise<ExecutionResult>;
  /**
   * Executes a committed transaction again.
   *
   * @param transaction - its hash or its version
   * @returns what it called, read, wrote and paid for
   * @throws LocalNetworkError where there is no such transaction, or it is no user's
   */
  trace(transaction: string | bigint | undefined, format?: TraceFormat): Promise<string>;
  /** Makes blocks. @param blocks - from 1 to 100,000; one when absent @throws LocalNetworkError `invalid_input` */
  mine(blocks?: number): Promise<void>;
  /** When blocks are made. */
  getMining(): Promise<Mining>;
  /** Changes when blocks are made. @throws LocalNetworkError `invalid_input` */
  setMining(mining: Mining): Promise<void>;
  /** Remembers where the network is. */
  snapshot(): Promise<NetworkSnapshot>;
  /** The whole network as bytes: its history and time, not what waits. */
  dumpState(): Promise<Uint8Array>;
  /** Goes to where another network was, whole or not at all. @param state - what {@link Network.dumpState} gave @throws StateFileError */
  loadState(state: Uint8Array): Promise<void>;
  /**
   * Sets what an account holds of an asset. The supply follows, so sums go on being right.
   *
   * @param amount - in the asset's smallest unit
   * @param asset - address of its metadata, or the type of a coin, e.g. `0x1::aptos_coin::AptosCoin`; the chain's own coin when absent.
   *   Coins of the account become the asset that is paired with them
   */
  setBalance(address: AddressLike, amount: bigint | number, asset?: AddressLike): Promise<void>;
  /** Sets a resource. @param value - BCS; absent to remove it */
  setResource(address: AddressLike, type: string, value: Uint8Array | undefined): Promise<void>;
  /** Sets an item of a table. @param key - BCS @param value - BCS; absent to remove it */
  setTableItem(handle: AddressLike, key: Uint8Array, value: Uint8Array | undefined): Promise<void>;
  /** Sets a module, whatever was there. @param bytecode - absent to remove it */
  setModule(address: AddressLike, name: string, bytecode: Uint8Array | undefined): Promise<void>;
  /** Turns a feature of the ledger on or off, from the next transaction on. @param feature - its number or name */
  setFeature(feature: number | FeatureFlag, isOn: boolean): Promise<void>;
  /**
   * Takes an account's transactions without its key from now on, and their simulations: as if its owner had signed, also when any other key has.
   * Snapshots leave it as it is.
   *
   * @returns a sender for {@link Network.send}, and a signer for the official client
   */
  impersonate(address: AddressLike, options?: ImpersonationOptions): Promise<ImpersonatedSender>;
  /** Asks an account for its key again. What was taken without it and waits is dropped with the next block. */
  stopImpersonating(address: AddressLike): Promise<void>;
  /**
   * Impersonates every account that was not named, or none of them any more.
   *
   * @throws LocalNetworkError `invalid_input` for what is no boolean
   */
  autoImpersonate(isOn: boolean): Promise<void>;
}
