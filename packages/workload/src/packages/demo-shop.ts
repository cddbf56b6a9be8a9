import { describePackage } from "./package-metadata.ts";
import { cafePackage } from "./packages.ts";

/**
 * The package of the shop as anybody publishes it from 0xcafe.
 *
 * @returns BCS of its metadata, which has the sources, and the bytecode of its modules
 */
export function demoShop(): { readonly metadata: Uint8Array; readonly modules: readonly Uint8Array[] } {
  const shop = cafePackage();
  return { metadata: describePackage(shop), modules: shop.modules };
}
