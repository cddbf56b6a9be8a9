import { u128 } from "@ledger/bcs";
import {
  type Address,
  ConcurrentFungibleBalance,
  FungibleStore,
  frameworkAddress,
  frameworkTag,
  mapKey,
  primaryStoreAddress,
} from "@ledger/types";
import { callFunction, type MoveVm, voidContext } from "@ledger/vm";
import { ExecutorSession } from "../session/executor-session.ts";
import { ChangedState, type ChangeSet } from "../state/change-set.ts";
import type { StateView } from "../state/state-view.ts";
import { GroupEdit } from "./group-edit.ts";
import { EditError, type StateEdit } from "./state-edit.ts";

const groupTag = frameworkTag("object", "ObjectGroup");
const storeTag = frameworkTag("fungible_asset", "FungibleStore");
const concurrentTag = frameworkTag("fungible_asset", "ConcurrentFungibleBalance");
const supplyTags = [frameworkTag("fungible_asset", "ConcurrentSupply"), frameworkTag("fungible_asset", "Supply")];
const metadataTag = frameworkTag("fungible_asset", "Metadata");

/** A balance to set. */
export interface BalanceEdit {
  readonly owner: Address;
  /** Address of the asset's metadata. */
  readonly asset: Address;
  /** In the asset's smallest unit. */
  readonly amount: bigint;
}

/**
 * What a new balance changes: the account's primary store of the asset, which the framework opens where there is none, and the
 * asset's supply by the difference.
 *
 * @throws {@link EditError} when there is no such asset, or it has no room for that much
 */
export async function balanceEdits(
  vm: MoveVm,
  state: StateView,
  { owner, asset, amount }: BalanceEdit,
): Promise<readonly StateEdit[]> {
  const metadata = await GroupEdit.open(state, asset, groupTag);
  if (metadata.find(metadataTag) === undefined) throw new EditError("there is no such asset");
  const address = primaryStoreAddress(owner, asset);
  const edits = new Map<string, StateEdit>();
  const add = (edit: StateEdit): unknown => edits.set(mapKey(edit.key), edit);
  let store = await GroupEdit.open(state, address, groupTag);
  if (store.find(storeTag) === undefined) {
    const opened = await openStore(vm, state, owner, asset);
    for (const { key, item, kind, value } of opened.changes)
      add({ key, item, value: kind === "deletion" ? undefined : value });
    store = await GroupEdit.open(new ChangedState(state, opened), address, groupTag);
  }
  const member = store.find(storeTag);
  if (member === undefined) throw new EditError("the framework opens no store of this asset");
  const stored = FungibleStore.decode(member);
  const concurrent = store.find(concurrentTag);
  const held = concurrent === undefined ? stored.balance : ConcurrentFungibleBalance.decode(concurrent).value;
  // Where an asset uses both, an amount of 0 in the store says that the other one counts.
  if (concurrent === undefined) store.set(storeTag, FungibleStore.encode({ ...stored, balance: amount }));
  else {
    const { maxValue } = ConcurrentFungibleBalance.decode(concurrent);
    store.set(concurrentTag, ConcurrentFungibleBalance.encode({ value: amount, maxValue }));
  }
  add(store.edit());
  for (const tag of supplyTags) {
    const supply = metadata.find(tag);
    if (supply === undefined) continue;
    // Both forms begin with the current amount.
    const current = u128.decode(supply.subarray(0, 16)) + amount - held;
    if (current < 0n || current > maxU128) throw new EditError("the asset's supply has no room for that balance");
    metadata.set(tag, Uint8Array.of(...u128.encode(current), ...supply.subarray(16)));
    add(metadata.edit());
    break;
  }
  return [...edits.values()];
}

const maxU128 = 2n ** 128n - 1n;

/** What the framework does to give an account its store of an asset. */
async function openStore(vm: MoveVm, state: StateView, owner: Address, asset: Address): Promise<ChangeSet> {
  const environment = await vm.readEnvironment(async (key) => (await state.read(key))?.value);
  const session = new ExecutorSession({ vm, environment, usage: undefined }, { state, identity: voidContext });
  const id = { address: frameworkAddress, module: "primary_fungible_store", name: "ensure_primary_store_exists" };
  const outcome = await callFunction(session.vm, id, [{ kind: "Struct", value: metadataTag }], [owner, asset]);
  if (outcome.kind === "failed")
    throw new EditError(`no store of the asset can be opened: ${outcome.error.message}`, { cause: outcome.error });
  return session.finish();
}
