import { type Awaitable, moduleKey, resourceGroupKey, resourceKey, tableItemKey } from "@ledger/types";
import type { StateItem, StateResolver } from "./state-resolver.ts";

/**
 * A resolver over anything that has state items by their encoded keys: a store, a map, a page of an API.
 *
 * @param read - the item at an encoded state key, at once or by a promise; undefined when there is none
 */
export function keyedState(read: (key: Uint8Array) => Awaitable<StateItem | undefined>): StateResolver {
  return {
    findModule: (address, name) => read(moduleKey(address, name)),
    findResource: (address, type) => read(resourceKey(address, type)),
    findResourceGroup: (address, group) => read(resourceGroupKey(address, group)),
    findTableItem: (handle, key) => read(tableItemKey(handle, key)),
  };
}
