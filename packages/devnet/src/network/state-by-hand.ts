import { balanceEdits, featureEdit, resourceEdit, type StateEdit } from "@ledger/executor";
import { ForkError } from "@ledger/sync/fork";
import { type Awaitable, aptMetadataAddress, moduleKey, tableItemKey } from "@ledger/types";
import type { FeatureFlag } from "@ledger/vm";
import { type AddressLike, toAddress, toAsset, toStructTag } from "../inputs/address.ts";
import { toAmount, toFeature } from "../inputs/numbers.ts";
import { toBytes, toBytesOrNothing, toText } from "../inputs/values.ts";
import { LocalNetworkError } from "../refusal/network-error.ts";
import type { NetworkChain } from "./network-chain.ts";

/** State that is set by hand, once it is known what is there. */
export type StateByHand = (chain: Pick<NetworkChain, "state" | "vm">) => Awaitable<StateEdit | readonly StateEdit[]>;

/** @throws LocalNetworkError `invalid_input` */
export function resourceByHand(address: AddressLike, type: string, value: Uint8Array | undefined): StateByHand {
  const [owner, tag] = [toAddress(address), toStructTag(type)];
  const bytes = toBytesOrNothing(value, "a resource");
  return ({ state }) => resourceEdit(state, owner, tag, bytes);
}

/** @throws LocalNetworkError `invalid_input` */
export function tableItemByHand(handle: AddressLike, key: Uint8Array, value: Uint8Array | undefined): StateByHand {
  const stateKey = tableItemKey(toAddress(handle), toBytes(key, "a table's key"));
  const bytes = toBytesOrNothing(value, "a table's item");
  return () => ({ key: stateKey, item: "table_item", value: bytes });
}

/** @throws LocalNetworkError `invalid_input` */
export function moduleByHand(address: AddressLike, name: string, bytecode: Uint8Array | undefined): StateByHand {
  const key = moduleKey(toAddress(address), toText(name, "the name of a module"));
  const bytes = toBytesOrNothing(bytecode, "a module");
  return () => ({ key, item: "module", value: bytes });
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
