import { type Address, parseAddress } from "../address.ts";
import { resourceKey } from "../state/encoded-key.ts";
import type { StructTag, TypeTag } from "../type-tag/type-tag.ts";

/** `0x1`: holds the framework and the resources of the chain itself. */
export const frameworkAddress: Address = /* @__PURE__ */ parseAddress("0x1");

/** A struct of the framework, e.g. `frameworkTag("coin", "CoinStore", [coinType])`. */
export function frameworkTag(module: string, name: string, typeArgs: readonly TypeTag[] = []): StructTag {
  return { address: frameworkAddress, module, name, typeArgs };
}

/** Encoded state key of a resource that the chain keeps about itself, e.g. `frameworkKey("block", "BlockResource")`. */
export function frameworkKey(module: string, name: string): Uint8Array {
  return resourceKey(frameworkAddress, frameworkTag(module, name));
}
