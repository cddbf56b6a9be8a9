import { bool, bytes, type Codec, map, struct, u64 } from "@ledger/bcs";
import { Address } from "../address.ts";
import { EventHandle } from "../event/event-key.ts";
import { structTagsEqual } from "../type-tag/equality.ts";
import { StructTag } from "../type-tag/type-tag.ts";

/** `0x1::object::ObjectCore`, a member of the object group. */
export interface ObjectCore {
  readonly guidCreationNum: bigint;
  readonly owner: Address;
  readonly allowUngatedTransfer: boolean;
  readonly transferEvents: EventHandle;
}

/** BCS of {@link ObjectCore}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#16 | Specification, chain types 16} */
export const ObjectCore: Codec<ObjectCore> = struct("ObjectCore", {
  guidCreationNum: u64,
  owner: Address,
  allowUngatedTransfer: bool,
  transferEvents: EventHandle,
});

/** A state value that holds several resources by type. Members have no state key of their own. */
export type ResourceGroup = ReadonlyMap<StructTag, Uint8Array>;

/** BCS of {@link ResourceGroup}: ascending by the BCS of the tag. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#5.2 | Specification, chain types 5.2} */
export const ResourceGroup: Codec<ResourceGroup> = map(StructTag, bytes);

/** The bytes of a group's member; `undefined` when the group has none of that type. */
export function findGroupMember(group: ResourceGroup, tag: StructTag): Uint8Array | undefined {
  for (const [member, value] of group) if (structTagsEqual(member, tag)) return value;
  return undefined;
}
