import { type AttributeRecord, attributeKinds, type ModuleMetadata } from "@ledger/move";
import { formatCanonicalStructTag, parseStructTag, type StructTag, TypesError } from "@ledger/types";
import { unsatisfied } from "./bundle.ts";

/** Which modules may have members in a resource group, the widest first. */
const scopes = ["global", "address", "module_"] as const;

/** One of the scopes of resource groups: any module, those of the container's account, or the container's own. */
export type GroupScope = (typeof scopes)[number];

/** True if a group that had the scope `older` loses members by becoming `newer`. */
export function isNarrower(newer: GroupScope, older: GroupScope): boolean {
  return scopes.indexOf(newer) > scopes.indexOf(older);
}

/** The scope of the container that an attribute marks; `undefined` for other attributes, and for scopes that do not exist. */
export function scopeOfGroup({ kind, args: [text] }: AttributeRecord): GroupScope | undefined {
  return kind === attributeKinds.resourceGroup ? scopes.find((scope) => scope === text) : undefined;
}

/** The container of the group that an attribute puts a struct in; `undefined` for other attributes, and for what is no struct tag. */
export function groupOfMember({ kind, args: [text] }: AttributeRecord): StructTag | undefined {
  if (kind !== attributeKinds.resourceGroupMember || text === undefined) return undefined;
  try {
    return parseStructTag(text);
  } catch (error) {
    if (error instanceof TypesError) return undefined;
    throw error;
  }
}

/** The resource groups of a module, and their members in it, by struct name. */
export interface ModuleGroups {
  readonly scopes: ReadonlyMap<string, GroupScope>;
  readonly members: ReadonlyMap<string, StructTag>;
}

/**
 * Reads which structs of a module have to do with resource groups.
 *
 * @throws VmError `CONSTRAINT_NOT_SATISFIED` when a struct says so twice, or its attribute has no meaning
 */
export function readGroups(metadata: Pick<ModuleMetadata, "structAttributes"> | undefined): ModuleGroups {
  const found = { scopes: new Map<string, GroupScope>(), members: new Map<string, StructTag>() };
  for (const [name, attributes] of metadata?.structAttributes ?? []) {
    for (const attribute of attributes) {
      if (attribute.kind === attributeKinds.resourceGroup) putOnce(found.scopes, name, scopeOfGroup(attribute));
      if (attribute.kind === attributeKinds.resourceGroupMember) putOnce(found.members, name, groupOfMember(attribute));
    }
  }
  return found;
}

function putOnce<T>(map: Map<string, T>, name: string, value: T | undefined): void {
  if (value === undefined) throw unsatisfied(`an attribute of ${name} does not name a resource group`);
  if (map.has(name)) throw unsatisfied(`${name} has two resource group attributes`);
  map.set(name, value);
}

/** True if two members belong to the same group. */
export function isSameGroup(a: StructTag, b: StructTag | undefined): boolean {
  return b !== undefined && formatCanonicalStructTag(a) === formatCanonicalStructTag(b);
}
