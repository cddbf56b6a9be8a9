import {
  type Address,
  accountKeyPrefix,
  bytesToHex,
  CoinStore,
  ConcurrentFungibleBalance,
  decodeStateKey,
  encodeStateKey,
  FungibleStore,
  findGroupMember,
  frameworkTag,
  hexToBytes,
  type LedgerRecord,
  Path,
  parseStructTag,
  primaryStoreAddress,
  ResourceGroup,
  resourceGroupKey,
  resourceKey,
  WriteSet,
  writeOpData,
  writesOf,
} from "@ledger/types";

/** The state that a ledger's write sets add up to, without a store. */
export class ReplayedState {
  readonly #values = new Map<string, Uint8Array>();

  constructor(records: readonly LedgerRecord[]) {
    for (const { writeSet } of records) {
      for (const [key, op] of writesOf(WriteSet.decode(writeSet))) {
        const value = writeOpData(op);
        const text = bytesToHex(encodeStateKey(key));
        if (value === undefined) this.#values.delete(text);
        else this.#values.set(text, value);
      }
    }
  }

  /** @param key - encoded state key */
  find(key: Uint8Array): Uint8Array | undefined {
    return this.#values.get(bytesToHex(key));
  }

  /** How many modules an account has published. */
  countModules(owner: Address): number {
    const prefix = bytesToHex(accountKeyPrefix(owner));
    return [...this.#values.keys()].filter((key) => {
      if (!key.startsWith(prefix)) return false;
      const decoded = decodeStateKey(hexToBytes(key));
      return decoded.kind === "AccessPath" && Path.decode(decoded.value.path).kind === "Code";
    }).length;
  }

  /** A resource that has a state key of its own. */
  findResource(owner: Address, tag: string): Uint8Array | undefined {
    return this.find(resourceKey(owner, parseStructTag(tag)));
  }

  /** A resource inside an object's group. */
  findObjectMember(object: Address, tag: string): Uint8Array | undefined {
    const group = this.find(resourceGroupKey(object, frameworkTag("object", "ObjectGroup")));
    return group && findGroupMember(ResourceGroup.decode(group), parseStructTag(tag));
  }

  /** What an account holds of a coin, as such. */
  coinBalance(owner: Address, coinType: string): bigint {
    const store = this.findResource(owner, `0x1::coin::CoinStore<${coinType}>`);
    return store ? CoinStore.decode(store).coin : 0n;
  }

  /** What an account's primary store holds of a fungible asset. */
  fungibleBalance(owner: Address, metadata: Address): bigint {
    const object = primaryStoreAddress(owner, metadata);
    const store = this.findObjectMember(object, "0x1::fungible_asset::FungibleStore");
    const concurrent = this.findObjectMember(object, "0x1::fungible_asset::ConcurrentFungibleBalance");
    return (
      (store ? FungibleStore.decode(store).balance : 0n) +
      (concurrent ? ConcurrentFungibleBalance.decode(concurrent).value : 0n)
    );
  }
}
