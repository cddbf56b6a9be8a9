import { u64, u128 } from "@ledger/bcs";
import type { StateView } from "@ledger/executor";
import { coreAccount, localChainId } from "@ledger/local-chain";
import {
  type Address,
  ConcurrentFungibleBalance,
  FungibleStore,
  findGroupMember,
  frameworkTag,
  parseAddress,
  primaryStoreAddress,
  type RawTransaction,
  ResourceGroup,
  resourceGroupKey,
  SignedTransaction,
  type StructTag,
  signingMessage,
  structTagsEqual,
} from "@ledger/types";
import { ed25519 } from "@noble/curves/ed25519.js";
import type { StateEdit } from "./network-chain.ts";

const groupTag = frameworkTag("object", "ObjectGroup");
const storeTag = frameworkTag("fungible_asset", "FungibleStore");
const concurrentTag = frameworkTag("fungible_asset", "ConcurrentFungibleBalance");
const supplyTags = [frameworkTag("fungible_asset", "ConcurrentSupply"), frameworkTag("fungible_asset", "Supply")];
const metadataTag = frameworkTag("fungible_asset", "Metadata");

/** Seconds that the transaction may wait. */
const lifetimeSecs = 60n;

/** BCS of a transaction that gives an account its store of an asset: a transfer of nothing. */
export function openStoreTransaction(
  owner: Address,
  asset: Address,
  sequenceNumber: bigint,
  nowUsecs: bigint,
): Uint8Array {
  const rawTxn: RawTransaction = {
    sender: coreAccount.address,
    sequenceNumber,
    payload: {
      kind: "EntryFunction",
      value: {
        module: { address: parseAddress("0x1"), name: "primary_fungible_store" },
        function: "transfer",
        typeArgs: [{ kind: "Struct", value: metadataTag }],
        args: [asset, owner, u64.encode(0n)],
      },
    },
    maxGasAmount: 200_000n,
    gasUnitPrice: 100n,
    expirationTimestampSecs: nowUsecs / 1_000_000n + lifetimeSecs,
    chainId: localChainId,
  };
  const { publicKey, privateKey } = coreAccount;
  const signature = ed25519.sign(signingMessage(rawTxn), privateKey);
  return SignedTransaction.encode({ rawTxn, authenticator: { kind: "Ed25519", value: { publicKey, signature } } });
}

/**
 * What a new balance changes: the account's store of the asset, and the asset's supply by the difference.
 *
 * @throws Error when there is no such asset
 */
export async function balanceEdits(
  state: StateView,
  owner: Address,
  asset: Address,
  amount: bigint,
): Promise<readonly StateEdit[]> {
  const store = await openGroup(state, primaryStoreAddress(owner, asset));
  const stored = FungibleStore.decode(store.member(storeTag));
  const concurrent = store.find(concurrentTag);
  const held = concurrent === undefined ? stored.balance : ConcurrentFungibleBalance.decode(concurrent).value;
  // Where an asset uses both, an amount of 0 in the store says that the other one counts.
  if (concurrent === undefined) store.set(storeTag, FungibleStore.encode({ ...stored, balance: amount }));
  else {
    const { maxValue } = ConcurrentFungibleBalance.decode(concurrent);
    store.set(concurrentTag, ConcurrentFungibleBalance.encode({ value: amount, maxValue }));
  }
  const metadata = await openGroup(state, asset);
  const edits = [store.edit()];
  for (const tag of supplyTags) {
    const supply = metadata.find(tag);
    if (supply === undefined) continue;
    // Both forms begin with the current amount.
    const current = u128.decode(supply.subarray(0, 16)) + amount - held;
    metadata.set(tag, Uint8Array.of(...u128.encode(current), ...supply.subarray(16)));
    edits.push(metadata.edit());
    break;
  }
  return edits;
}

/** The resources of an object, to be changed. */
async function openGroup(state: StateView, object: Address) {
  const key = resourceGroupKey(object, groupTag);
  const item = await state.read(key);
  if (item === undefined) throw new Error("there is no such asset");
  let members = ResourceGroup.decode(item.value);
  const find = (tag: StructTag): Uint8Array | undefined => findGroupMember(members, tag);
  return {
    find,
    member(tag: StructTag): Uint8Array {
      const value = find(tag);
      if (value === undefined) throw new Error(`the object has no ${tag.module}::${tag.name}`);
      return value;
    },
    set(tag: StructTag, value: Uint8Array): void {
      members = new Map([...members].filter(([member]) => !structTagsEqual(member, tag)).concat([[tag, value]]));
    },
    edit: (): StateEdit => ({ key, item: "group", value: ResourceGroup.encode(members) }),
  };
}
