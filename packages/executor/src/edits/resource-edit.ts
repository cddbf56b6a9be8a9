import { bytes } from "@ledger/bcs";
import { createMoveCache, MoveView } from "@ledger/move";
import { type Address, frameworkKey, moduleKey, resourceKey, type StateView, type StructTag } from "@ledger/types";
import { Features } from "@ledger/vm";
import { GroupEdit } from "./group-edit.ts";
import type { StateEdit } from "./state-edit.ts";

/**
 * A resource of an account set by hand, in its group where its type says that it has one.
 *
 * @param value - BCS; absent to remove it
 */
export async function resourceEdit(
  state: StateView,
  address: Address,
  tag: StructTag,
  value: Uint8Array | undefined,
): Promise<StateEdit> {
  const findModule = async (owner: Address, name: string) => (await state.get(moduleKey(owner, name)))?.bytes;
  const groupTag = await new MoveView({ findModule }, createMoveCache()).resourceGroupOf(tag);
  if (groupTag === undefined) return { key: resourceKey(address, tag), item: "resource", value };
  const group = await GroupEdit.open(state, address, groupTag);
  group.set(tag, value);
  return group.edit();
}

const featuresKey = frameworkKey("features", "Features");

/** A feature flag set by hand. */
export async function featureEdit(state: StateView, feature: number, isOn: boolean): Promise<StateEdit> {
  const stored = await state.get(featuresKey);
  const before = stored === undefined ? new Uint8Array() : bytes.decode(stored.bytes);
  const after = new Features(before).with([[feature, isOn]]).bytes;
  return { key: featuresKey, item: "resource", value: bytes.encode(after) };
}
