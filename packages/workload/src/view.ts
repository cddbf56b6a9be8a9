import { bool, bytes, type Codec, option, string, struct, u8, u32, u64, vector } from "@ledger/bcs";
import {
  AccountResource,
  Address,
  aptMetadataAddress,
  BlockResource,
  balanceOf,
  findGroupMember,
  frameworkKey,
  frameworkTag,
  moduleKey,
  ObjectCore,
  parseStructTag,
  primaryStoreAddress,
  ResourceGroup,
  resourceGroupKey,
  resourceKey,
  type StateView,
  tableItemKey,
} from "@ledger/types";

const accountTag = frameworkTag("account", "Account");
const objectGroup = frameworkTag("object", "ObjectGroup");
const objectCore = frameworkTag("object", "ObjectCore");
const multisigTag = frameworkTag("multisig_account", "MultisigAccount");
const shopTag = parseStructTag("0xcafe::shop::Shop");

const Ticket = struct("Ticket", { counter: u8, number: u32 });

const price = struct("Element", { key: string, value: u64 });

/** The first members of `0xcafe::shop::Shop`. */
const Shop = struct("Shop", {
  name: string,
  open: bool,
  prices: vector(price),
  orders: Address,
  regulars: struct("TableWithLength", { handle: Address, length: u64 }),
  ratings: Address,
  nextNumber: u32,
});

/** The facts of the shop that the workload needs. */
export interface ShopState {
  readonly open: boolean;
  readonly drinks: readonly string[];
  readonly orders: Address;
  readonly nextNumber: number;
}

/** The first members of `0x1::multisig_account::MultisigAccount`. */
const MultisigAccount = struct("MultisigAccount", {
  owners: vector(Address),
  signaturesRequired: u64,
  transactions: Address,
  lastExecuted: u64,
  nextNumber: u64,
});

/** The first members of `0x1::multisig_account::MultisigTransaction`. */
const MultisigTransaction = struct("MultisigTransaction", {
  payload: option(bytes),
  payloadHash: option(bytes),
  votes: vector(struct("Element", { owner: Address, approves: bool })),
});

/** The next decision of a multisig account's owners. */
export interface MultisigState {
  /** Number of the transaction that comes next. */
  readonly next: bigint;
  /** Owners who agreed to it; `undefined` while it is not proposed. */
  readonly approvals: number | undefined;
}

/** Reads what the workload decides by from the state of a ledger. */
export class WorkloadView {
  readonly #state: StateView;

  constructor(state: StateView) {
    this.#state = state;
  }

  /** Height of the latest block. */
  async height(): Promise<bigint> {
    return (await this.#find(frameworkKey("block", "BlockResource"), BlockResource))?.height ?? 0n;
  }

  /** The account's own resource; `undefined` for an address that was never a sender. */
  async findAccount(address: Address): Promise<AccountResource | undefined> {
    return this.#find(resourceKey(address, accountTag), AccountResource);
  }

  async hasModule(address: Address, name: string): Promise<boolean> {
    return (await this.#state.get(moduleKey(address, name))) !== undefined;
  }

  async findShop(at: Address): Promise<ShopState | undefined> {
    const shop = await this.#find(resourceKey(at, shopTag), Shop);
    return shop && { ...shop, drinks: shop.prices.map(({ key }) => key) };
  }

  async hasOrder({ orders }: ShopState, counter: number, number: number): Promise<boolean> {
    const key = tableItemKey(orders, Ticket.encode({ counter, number }));
    return (await this.#state.get(key)) !== undefined;
  }

  /** The owner of an object; `undefined` where there is none. */
  async findOwner(object: Address): Promise<Address | undefined> {
    const group = await this.#findGroup(object);
    const core = group && findGroupMember(group, objectCore);
    return core && ObjectCore.decode(core).owner;
  }

  /** How much of a fungible asset an account has. @param metadata - the coin of the chain by default */
  async balance(owner: Address, metadata: Address = aptMetadataAddress): Promise<bigint> {
    const group = await this.#findGroup(primaryStoreAddress(owner, metadata));
    return (group && balanceOf(group)) ?? 0n;
  }

  /** How far the owners of a multisig account are; `undefined` where there is no account. */
  async findMultisig(at: Address): Promise<MultisigState | undefined> {
    const account = await this.#find(resourceKey(at, multisigTag), MultisigAccount);
    if (account === undefined) return undefined;
    const next = account.lastExecuted + 1n;
    const proposed = await this.#find(tableItemKey(account.transactions, u64.encode(next)), MultisigTransaction);
    return { next, approvals: proposed?.votes.filter(({ approves }) => approves).length };
  }

  /** The first members of a value. */
  async #find<T>(key: Uint8Array, codec: Codec<T>): Promise<T | undefined> {
    const item = await this.#state.get(key);
    return item && codec.decodePrefix(item.bytes).value;
  }

  async #findGroup(object: Address): Promise<ResourceGroup | undefined> {
    const item = await this.#state.get(resourceGroupKey(object, objectGroup));
    return item && ResourceGroup.decode(item.bytes);
  }
}
