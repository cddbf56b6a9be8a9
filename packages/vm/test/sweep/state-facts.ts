import {
  AccountResource,
  type Address,
  ChainIdResource,
  CoinStore,
  ConcurrentFungibleBalance,
  Configuration,
  decodeStateKey,
  FungibleStore,
  findGroupMember,
  formatAddress,
  formatStructTag,
  frameworkTag,
  hexToBytes,
  ObjectCore,
  Path,
  parseAddress,
  primaryStoreAddress,
  ResourceGroup,
} from "@ledger/types";
import type { StateMap } from "../support/genesis.ts";

const apt = "0x1::aptos_coin::AptosCoin";

/** What a state says without running any code. Addresses are texts. */
export interface StateFacts {
  /** Accounts with an `Account` resource. */
  readonly accounts: ReadonlyMap<string, AccountResource>;
  /** Objects with their owners. */
  readonly owners: ReadonlyMap<string, string>;
  /** Fungible stores with their balances. */
  readonly stores: ReadonlyMap<string, bigint>;
  /** Coins of the chain's own coin. */
  readonly coins: ReadonlyMap<string, bigint>;
  /** Every resource by `TYPE of ADDRESS`. */
  readonly resources: ReadonlyMap<string, Uint8Array>;
  readonly chainId: number;
  readonly epoch: bigint;
}

/** Takes a state apart. */
export function stateFacts(state: StateMap): StateFacts {
  const accounts = new Map<string, AccountResource>();
  const owners = new Map<string, string>();
  const stores = new Map<string, bigint>();
  const coins = new Map<string, bigint>();
  const resources = new Map<string, Uint8Array>();
  for (const [text, bytes] of state) {
    const key = decodeStateKey(hexToBytes(text));
    if (key.kind !== "AccessPath") continue;
    const path = Path.decode(key.value.path);
    const address = formatAddress(key.value.address);
    if (path.kind === "Resource") {
      const type = formatStructTag(path.value);
      resources.set(`${type} of ${address}`, bytes);
      if (type === "0x1::account::Account") accounts.set(address, AccountResource.decode(bytes));
      if (type === `0x1::coin::CoinStore<${apt}>`) coins.set(address, CoinStore.decode(bytes).coin);
    }
    if (path.kind === "ResourceGroup") readGroup(ResourceGroup.decode(bytes), address, owners, stores);
  }
  const framework = (type: string): Uint8Array => resources.get(`${type} of 0x1`)!;
  return {
    accounts,
    owners,
    stores,
    coins,
    resources,
    chainId: ChainIdResource.decode(framework("0x1::chain_id::ChainId")).id,
    epoch: Configuration.decode(framework("0x1::reconfiguration::Configuration")).epoch,
  };
}

function readGroup(
  group: ResourceGroup,
  address: string,
  owners: Map<string, string>,
  stores: Map<string, bigint>,
): void {
  const core = findGroupMember(group, frameworkTag("object", "ObjectCore"));
  if (core !== undefined) owners.set(address, formatAddress(ObjectCore.decode(core).owner));
  const store = findGroupMember(group, frameworkTag("fungible_asset", "FungibleStore"));
  if (store === undefined) return;
  const concurrent = findGroupMember(group, frameworkTag("fungible_asset", "ConcurrentFungibleBalance"));
  const { balance } = FungibleStore.decode(store);
  const isConcurrent = balance === 0n && concurrent !== undefined;
  stores.set(address, isConcurrent ? ConcurrentFungibleBalance.decode(concurrent).value : balance);
}

/** What an account has of the chain's own coin: coins, and the paired asset in its primary store. */
export function aptBalance(facts: StateFacts, account: string): bigint {
  const store = formatAddress(primaryStoreAddress(parseAddress(account) as Address, parseAddress("0xa")));
  return (facts.coins.get(account) ?? 0n) + (facts.stores.get(store) ?? 0n);
}
