import type { Codec } from "@ledger/bcs";
import { parseStructTag, type StructTag } from "@ledger/types";

/** Where an account keeps a resource. */
export interface ResourcePlace {
  readonly tag: StructTag;
  /** Container of the resource group; absent for resources with a state value of their own. */
  readonly group: StructTag | undefined;
}

/** A resource of an account: its type, its place, its layout. */
export interface ResourceType<T> extends ResourcePlace {
  readonly codec: Codec<T>;
}

/** Container of the groups that objects keep their resources in. */
const OBJECT_GROUP: StructTag = parseStructTag("0x1::object::ObjectGroup");

/** A resource with a state value of its own. */
export function resourceType<T>(type: string, codec: Codec<T>): ResourceType<T> {
  return { tag: parseStructTag(type), codec, group: undefined };
}

/** A member of an object's resource group. */
export function objectResourceType<T>(type: string, codec: Codec<T>): ResourceType<T> {
  return { tag: parseStructTag(type), codec, group: OBJECT_GROUP };
}
