import type { Codec } from "@ledger/bcs";
import { parseStructTag, type StructTag } from "@ledger/types";

/** A resource of an account: its type, its layout, and the group it is stored in, if any. */
export interface ResourceType<T> {
  readonly tag: StructTag;
  readonly codec: Codec<T>;
  /** Container of the resource group; absent for resources with a state value of their own. */
  readonly group: StructTag | undefined;
}

/** Container of the groups that objects keep their resources in. */
export const OBJECT_GROUP: StructTag = parseStructTag("0x1::object::ObjectGroup");

/** A resource with a state value of its own. */
export function resourceType<T>(type: string, codec: Codec<T>): ResourceType<T> {
  return { tag: parseStructTag(type), codec, group: undefined };
}

/** A member of an object's resource group. */
export function objectResourceType<T>(type: string, codec: Codec<T>): ResourceType<T> {
  return { tag: parseStructTag(type), codec, group: OBJECT_GROUP };
}
