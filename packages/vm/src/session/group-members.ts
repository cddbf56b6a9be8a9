import { BcsError, writeBytes } from "@ledger/bcs";
import { compareBytes, formatCanonicalStructTag, ResourceGroup, type StateItem, StructTag } from "@ledger/types";
import { VmError } from "../status/vm-error.ts";
import type { StructType } from "../type/type.ts";
import { structToTag } from "../type/type-table.ts";

/** A member of a resource group, as the group's item has it. */
export interface GroupMember {
  /** BCS of its tag. */
  readonly tag: Uint8Array;
  readonly bytes: Uint8Array;
}

/** The members of a group by their canonical texts, in the order of their tags' BCS. */
export type GroupMembers = ReadonlyMap<string, GroupMember>;

const noMembers: GroupMembers = new Map();
/** Groups by their bytes: where the state is in memory, sessions after one another read the same array. */
const known = new WeakMap<Uint8Array, GroupMembers>();
const encodedTags = new WeakMap<StructType, Uint8Array>();

/** The members that an item holds; none where there is no item. @throws {@link VmError} `FAILED_TO_DESERIALIZE_RESOURCE` */
export function readMembers(item: StateItem | undefined): GroupMembers {
  if (item === undefined) return noMembers;
  let members = known.get(item.bytes);
  if (members === undefined) {
    members = decodeMembers(item.bytes);
    known.set(item.bytes, members);
  }
  return members;
}

/** Members with others in their places; what has become `undefined` is left out. */
export function changeMembers(
  members: GroupMembers,
  changes: Iterable<readonly [type: StructType, bytes: Uint8Array | undefined]>,
): GroupMembers {
  const changed = new Map(members);
  let isLonger = false;
  for (const [type, bytes] of changes) {
    if (bytes === undefined) changed.delete(type.text);
    else {
      isLonger ||= !changed.has(type.text);
      changed.set(type.text, { tag: encodedTag(type), bytes });
    }
  }
  return isLonger ? new Map([...changed].sort(([, a], [, b]) => compareBytes(a.tag, b.tag))) : changed;
}

/** The bytes of a group, which the next session need not decode. */
export function encodeMembers(members: GroupMembers): Uint8Array {
  const bytes = writeBytes((writer) => {
    writer.uleb128(members.size);
    for (const member of members.values()) {
      writer.bytes(member.tag);
      writer.uleb128(member.bytes.length);
      writer.bytes(member.bytes);
    }
  });
  known.set(bytes, members);
  return bytes;
}

function decodeMembers(bytes: Uint8Array): GroupMembers {
  const members = new Map<string, GroupMember>();
  try {
    for (const [tag, value] of ResourceGroup.decode(bytes)) {
      members.set(formatCanonicalStructTag(tag), { tag: StructTag.encode(tag), bytes: value });
    }
  } catch (error) {
    if (!(error instanceof BcsError)) throw error;
    throw new VmError("FAILED_TO_DESERIALIZE_RESOURCE", "a resource group does not decode");
  }
  return members;
}

function encodedTag(type: StructType): Uint8Array {
  let tag = encodedTags.get(type);
  if (tag === undefined) {
    tag = StructTag.encode(structToTag(type));
    encodedTags.set(type, tag);
  }
  return tag;
}
