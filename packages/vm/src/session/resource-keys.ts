import { parseAddress, resourceGroupKey, resourceKey } from "@ledger/types";
import type { AddressText } from "../address.ts";
import type { StructType } from "../type/type.ts";
import { structToTag } from "../type/type-table.ts";

/** Bytes of the keys that are kept: those of a few hundred transactions. */
const maxBytes = 512 * 1024;

/** Makes the state keys of resources and groups. The sessions of a transaction, and those after it, ask for the same ones. */
export class ResourceKeys {
  readonly #resources = new Map<StructType, Map<AddressText, Uint8Array>>();
  readonly #groups = new Map<StructType, Map<AddressText, Uint8Array>>();
  #bytes = 0;

  /** Encoded key of a resource that is stored by itself. */
  resource(address: AddressText, type: StructType): Uint8Array {
    return this.#find(this.#resources, address, type, resourceKey);
  }

  /** Encoded key of a group. @param type - of its container */
  group(address: AddressText, type: StructType): Uint8Array {
    return this.#find(this.#groups, address, type, resourceGroupKey);
  }

  #find(
    kept: Map<StructType, Map<AddressText, Uint8Array>>,
    address: AddressText,
    type: StructType,
    make: typeof resourceKey,
  ): Uint8Array {
    const known = kept.get(type)?.get(address);
    if (known !== undefined) return known;
    const key = make(parseAddress(address), structToTag(type));
    this.#bytes += key.length;
    // Which ones stay does not matter, and knowing costs more than making them again.
    if (this.#bytes > maxBytes) {
      this.#resources.clear();
      this.#groups.clear();
      this.#bytes = key.length;
    }
    let byAddress = kept.get(type);
    if (byAddress === undefined) {
      byAddress = new Map();
      kept.set(type, byAddress);
    }
    byAddress.set(address, key);
    return key;
  }
}
