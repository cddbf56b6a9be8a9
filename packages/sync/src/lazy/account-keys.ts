import { type Address, bytesToHex, moduleKey, resourceGroupKey, resourceKey, type StructTag } from "@ledger/types";
import type { AccountListing } from "../rest/state-reader.ts";

/** The group that holds a resource, by the code of a version; `undefined` for a resource with a key of its own. */
export type FindGroup = (tag: StructTag, version: bigint) => Promise<StructTag | undefined>;

/**
 * State keys of what an account holds. A listing names members of resource groups one by one; they share the key of the group.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.13 | Specification, ingest 5.13}
 */
export async function listAccountKeys(
  address: Address,
  { modules, resources }: AccountListing,
  findGroup: (tag: StructTag) => Promise<StructTag | undefined>,
): Promise<Uint8Array[]> {
  const keys = new Map<string, Uint8Array>();
  const add = (key: Uint8Array): void => {
    keys.set(bytesToHex(key), key);
  };
  for (const name of modules) add(moduleKey(address, name));
  for (const tag of resources) {
    const group = await findGroup(tag);
    add(group === undefined ? resourceKey(address, tag) : resourceGroupKey(address, group));
  }
  return [...keys.values()];
}
