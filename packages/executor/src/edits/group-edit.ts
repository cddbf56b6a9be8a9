import {
  type Address,
  findGroupMember,
  ResourceGroup,
  resourceGroupKey,
  type StateView,
  type StructTag,
  structTagsEqual,
} from "@ledger/types";
import type { StateEdit } from "./state-edit.ts";

/** The resources that an address keeps together in one item of the state, to be changed. */
export class GroupEdit {
  readonly #key: Uint8Array;
  #members: ResourceGroup;

  private constructor(key: Uint8Array, members: ResourceGroup) {
    this.#key = key;
    this.#members = members;
  }

  /** Reads a group; one that is not there has no members. */
  static async open(state: StateView, address: Address, groupTag: StructTag): Promise<GroupEdit> {
    const key = resourceGroupKey(address, groupTag);
    const item = await state.get(key);
    return new GroupEdit(key, item === undefined ? new Map() : ResourceGroup.decode(item.bytes));
  }

  /** Its members as they are now. */
  get members(): ResourceGroup {
    return this.#members;
  }

  /** BCS of a member. */
  find(tag: StructTag): Uint8Array | undefined {
    return findGroupMember(this.#members, tag);
  }

  /** Sets a member. @param value - BCS; absent to remove it */
  set(tag: StructTag, value: Uint8Array | undefined): void {
    const others = [...this.#members].filter(([member]) => !structTagsEqual(member, tag));
    this.#members = new Map(value === undefined ? others : [...others, [tag, value] as const]);
  }

  /** The edit that sets the group; one without members is removed. */
  edit(): StateEdit {
    const value = this.#members.size === 0 ? undefined : ResourceGroup.encode(this.#members);
    return { key: this.#key, item: "group", value };
  }
}
