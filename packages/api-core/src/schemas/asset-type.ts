import { type Address, parseAddress, parseStructTag, type StructTag } from "@ledger/types";
import Type from "typebox";
import type { TextType } from "../contract/text-type.ts";

/** A coin or a fungible asset, as a path names it. */
const AssetTypeSchema = Type.String({
  title: "AssetType",
  description:
    "A fungible asset by the address of its metadata object, or a coin by its struct type. Percent-encoded in a path.",
  "x-doc": { examples: ["0x1::aptos_coin::AptosCoin"] },
});

/** The asset that a balance is counted in, with the text of the request. */
export type AssetType =
  | { readonly kind: "coin"; readonly text: string; readonly tag: StructTag }
  | { readonly kind: "fungible-asset"; readonly text: string; readonly metadata: Address };

/** A coin by its struct type, or a fungible asset by its metadata's address. */
export const assetTypeText: TextType<AssetType> = { schema: AssetTypeSchema, parse: parseAssetType };

/**
 * Reads an asset: whatever is an address is one, so `abc` names a fungible asset.
 * @throws TypesError the struct tag's fault, when it is neither
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#7.2 | Specification, REST API 7.2}
 */
function parseAssetType(text: string): AssetType {
  if (/^(?:0x)?[0-9a-fA-F]{1,64}$/.test(text)) return { kind: "fungible-asset", text, metadata: parseAddress(text) };
  return { kind: "coin", text, tag: parseStructTag(text) };
}
