import { balanceEdits, EditError, featureEdit, resourceEdit, type StateEdit } from "@ledger/executor";
import { createMoveCache, listAbilities, ModuleCode, MoveView } from "@ledger/move";
import { ForkError } from "@ledger/sync/fork";
import {
  type Address,
  type Awaitable,
  aptMetadataAddress,
  formatModuleId,
  formatStructTag,
  moduleKey,
  type StateView,
  type StructTag,
  tableItemKey,
} from "@ledger/types";
import type { FeatureFlag } from "@ledger/vm";
import { type AddressLike, toAddress, toAsset, toStructTag } from "../inputs/address.ts";
import { toAmount, toFeature } from "../inputs/numbers.ts";
import { toBytes, toBytesOrNothing, toText } from "../inputs/values.ts";
import { expectedInput, LocalNetworkError } from "../refusal/network-error.ts";
import type { NetworkChain } from "./network-chain.ts";

/** State that is set by hand, once it is known what is there. */
export type StateByHand = (chain: Pick<NetworkChain, "state" | "vm">) => Awaitable<StateEdit | readonly StateEdit[]>;

/** @throws LocalNetworkError `invalid_input` */
export function resourceByHand(address: AddressLike, type: string, value: Uint8Array | undefined): StateByHand {
  const [owner, tag] = [toAddress(address), toStructTag(type)];
  const bytes = toBytesOrNothing(value, "a resource");
  return async ({ state }) => {
    if (bytes !== undefined) await checkResource(state, tag, bytes);
    return resourceEdit(state, owner, tag, bytes);
  };
}

/** Refuses bytes that are no value of a resource's type, which could not be read afterwards. @throws EditError, MoveError */
async function checkResource(state: StateView, tag: StructTag, bytes: Uint8Array): Promise<void> {
  const findModule = async (owner: Address, name: string) => (await state.get(moduleKey(owner, name)))?.bytes;
  const view = new MoveView({ findModule }, createMoveCache());
  await view.decodeToJson({ kind: "Struct", value: tag }, bytes);
  const code = (await view.findModule(tag.address, tag.module))!;
  const definition = code.findStruct(tag.name)!;
  if (!listAbilities(code.module.structHandles[definition.handle]!.abilities).includes("key"))
    throw new EditError(`${formatStructTag(tag)} is no resource: it lacks the ability key`);
}

/** @throws LocalNetworkError `invalid_input` */
export function tableItemByHand(handle: AddressLike, key: Uint8Array, value: Uint8Array | undefined): StateByHand {
  const stateKey = tableItemKey(toAddress(handle), toBytes(key, "a table's key"));
  const bytes = toBytesOrNothing(value, "a table's item");
  return () => ({ key: stateKey, item: "table_item", value: bytes });
}

/** @throws LocalNetworkError `invalid_input` */
export function moduleByHand(address: AddressLike, name: string, bytecode: Uint8Array | undefined): StateByHand {
  const id = { address: toAddress(address), name: toText(name, "the name of a module") };
  const key = moduleKey(id.address, id.name);
  const bytes = toBytesOrNothing(bytecode, "a module");
  if (bytes !== undefined) checkModule(formatModuleId(id), bytes);
  return () => ({ key, item: "module", value: bytes });
}

/** Refuses bytes that are not the module of this name. @throws LocalNetworkError `invalid_input` */
function checkModule(id: string, bytes: Uint8Array): void {
  let own: string;
  try {
    own = new ModuleCode(bytes).id;
  } catch (cause) {
    throw expectedInput(`the bytecode of ${id}`, bytes, cause);
  }
  if (own !== id) throw new LocalNetworkError("invalid_input", `expected the bytecode of ${id}, got that of ${own}`);
}

/** @throws LocalNetworkError `invalid_input` */
export function featureByHand(feature: number | FeatureFlag, isOn: boolean): StateByHand {
  const number = toFeature(feature);
  return ({ state }) => featureEdit(state, number, isOn);
}

/** @param asset - the chain's own coin when absent @throws LocalNetworkError `invalid_input` */
export function balanceByHand(address: AddressLike, amount: bigint | number, asset?: AddressLike): StateByHand {
  const edit = { owner: toAddress(address), asset: toAsset(asset ?? aptMetadataAddress), amount: toAmount(amount) };
  return ({ state, vm }) => balanceEdits(vm, state, edit);
}

/**
 * What is to be set on a chain.
 *
 * @throws LocalNetworkError `invalid_input` for what cannot be set there, such as the balance of an asset that does not exist
 * @throws ForkError for state that a fork cannot read
 */
export async function editsOf(byHand: StateByHand, chain: NetworkChain): Promise<readonly StateEdit[]> {
  try {
    return [await byHand(chain)].flat();
  } catch (cause) {
    if (cause instanceof ForkError || !(cause instanceof Error)) throw cause;
    throw new LocalNetworkError("invalid_input", cause.message, { cause });
  }
}
