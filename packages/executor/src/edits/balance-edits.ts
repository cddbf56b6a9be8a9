import { option, u128 } from "@ledger/bcs";
import {
  Address,
  balanceOf,
  ConcurrentFungibleBalance,
  FungibleStore,
  formatStructTag,
  frameworkAddress,
  frameworkTag,
  mapKey,
  primaryStoreAddress,
  type StateView,
  type StructTag,
} from "@ledger/types";
import { callFunction, type FunctionArgument, type MoveVm, voidContext } from "@ledger/vm";
import { ExecutorSession } from "../session/executor-session.ts";
import type { ChangeSet } from "../state/change-set.ts";
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
  /** Address of the asset's metadata, or the type of a coin. */
  readonly asset: Address | StructTag;
  /** In the asset's smallest unit. */
  readonly amount: bigint;
}

/**
 * The edits that set a balance: of the account's primary store of the asset, which the framework opens where there is none, and the
 * asset's supply by the difference. Of a coin, the account's coins become the asset that the framework pairs with them first, as
 * they do when an owner migrates them.
 *
 * @throws {@link EditError} when there is no such asset or coin, or it has no room for that much
 */
export async function balanceEdits(
  vm: MoveVm,
  state: StateView,
  { owner, asset, amount }: BalanceEdit,
): Promise<readonly StateEdit[]> {
  const edits = new Map<string, StateEdit>();
  if (asset instanceof Uint8Array) {
    await editBalance(edits, vm, state, { owner, asset, amount });
  } else {
    const { changes, metadata } = await pairCoin(vm, state, owner, asset);
    addChanges(edits, changes);
    await editBalance(edits, vm, changes.over(state), { owner, asset: metadata, amount });
  }
  return [...edits.values()];
}

async function editBalance(
  edits: Map<string, StateEdit>,
  vm: MoveVm,
  state: StateView,
  { owner, asset, amount }: BalanceEdit & { readonly asset: Address },
): Promise<void> {
  const metadata = await GroupEdit.open(state, asset, groupTag);
  if (metadata.find(metadataTag) === undefined) throw new EditError("the asset does not exist");
  const address = primaryStoreAddress(owner, asset);
  const add = (edit: StateEdit): unknown => edits.set(mapKey(edit.key), edit);
  let store = await GroupEdit.open(state, address, groupTag);
  if (store.find(storeTag) === undefined) {
    const opened = await openStore(vm, state, owner, asset);
    addChanges(edits, opened);
    store = await GroupEdit.open(opened.over(state), address, groupTag);
  }
  const member = store.find(storeTag);
  const held = balanceOf(store.members);
  if (member === undefined || held === undefined)
    throw new EditError("the framework did not open a store for this asset");
  const concurrent = store.find(concurrentTag);
  // Where an asset uses both, an amount of 0 in the store says that the other one counts.
  const balance = concurrent === undefined ? amount : 0n;
  store.set(storeTag, FungibleStore.encode({ ...FungibleStore.decode(member), balance }));
  if (concurrent !== undefined) {
    const { maxValue } = ConcurrentFungibleBalance.decode(concurrent);
    store.set(concurrentTag, ConcurrentFungibleBalance.encode({ value: amount, maxValue }));
  }
  add(store.edit());
  for (const tag of supplyTags) {
    const supply = metadata.find(tag);
    if (supply === undefined) continue;
    // Both forms begin with the current amount.
    const current = u128.decode(supply.subarray(0, 16)) + amount - held;
    if (current < 0n || current > maxU128)
      throw new EditError("the asset's supply cannot be changed to fit this balance");
    metadata.set(tag, Uint8Array.of(...u128.encode(current), ...supply.subarray(16)));
    add(metadata.edit());
    break;
  }
}

const maxU128 = 2n ** 128n - 1n;

/** The changes that the framework makes to give an account its store of an asset. */
async function openStore(vm: MoveVm, state: StateView, owner: Address, asset: Address): Promise<ChangeSet> {
  const session = await openSession(vm, state);
  const call = { module: "primary_fungible_store", name: "ensure_primary_store_exists" };
  await run(session, call, metadataTag, [owner, asset], "a store for the asset cannot be opened");
  return session.finish();
}

/** The changes that make an account's coins the asset that the framework pairs with them, and the asset's metadata. */
async function pairCoin(
  vm: MoveVm,
  state: StateView,
  owner: Address,
  coin: StructTag,
): Promise<{ readonly changes: ChangeSet; readonly metadata: Address }> {
  const session = await openSession(vm, state);
  const call = (name: string, args: readonly FunctionArgument[]) =>
    run(session, { module: "coin", name }, coin, args, `the balance of ${formatStructTag(coin)} cannot be set`);
  const findPaired = async () => optionalAddress.decode((await call("paired_metadata", []))[0]!.bytes);
  if ((await findPaired()) === undefined) await call("create_pairing", [{ signer: frameworkAddress }]);
  await call("migrate_to_fungible_store", [{ signer: owner }]);
  const metadata = await findPaired();
  if (metadata === undefined) throw new EditError(`the framework did not pair an asset with ${formatStructTag(coin)}`);
  return { changes: await session.finish(), metadata };
}

async function openSession(vm: MoveVm, state: StateView): Promise<ExecutorSession> {
  const environment = await vm.readEnvironment(state);
  return new ExecutorSession({ vm, environment, usage: undefined }, { state, identity: voidContext });
}

/** Calls a function of the framework. @throws {@link EditError} with what could not be done */
async function run(
  { vm }: ExecutorSession,
  { module, name }: { readonly module: string; readonly name: string },
  typeArg: StructTag,
  args: readonly FunctionArgument[],
  fault: string,
) {
  const id = { address: frameworkAddress, module, name };
  const outcome = await callFunction(vm, id, [{ kind: "Struct", value: typeArg }], args);
  if (outcome.kind === "returned") return outcome.results;
  throw new EditError(`${fault}: ${outcome.error.message}`, { cause: outcome.error });
}

function addChanges(edits: Map<string, StateEdit>, { changes }: ChangeSet): void {
  for (const { key, item, kind, value } of changes)
    edits.set(mapKey(key), { key, item, value: kind === "deletion" ? undefined : value });
}

/** BCS of an `Option<Object<Metadata>>`. */
const optionalAddress = option(Address);
