import { formatHex, formatStructTag } from "@ledger/types";
import Type from "typebox";
import { optional, required, type TextType } from "../../contract/text-type.ts";
import { defineRoute } from "../../endpoint/route.ts";
import { type AssetType, assetTypeText } from "../../schemas/asset-type.ts";
import { HolderSchema, ListedAssetSchema } from "../../schemas/lists.ts";
import { aboutLists, listParameters, listReply, listRoute, readList } from "./read-list.ts";

const holderOrderText: TextType<"amount"> = {
  schema: Type.Literal("amount"),
  parse(text) {
    if (text !== "amount") throw new Error("expected amount");
    return text;
  },
};

/** An asset by the name that rows have for it. */
function nameOf(asset: AssetType): string {
  return asset.kind === "coin" ? formatStructTag(asset.tag) : formatHex(asset.metadata);
}

/** `GET /assets`: the assets of the ledger. */
export const listAssets = defineRoute({
  ...listRoute,
  id: "list_assets",
  path: "/assets",
  summary: "List assets",
  description:
    "Returns the coins and fungible assets of the ledger, in the order in which the index met them. A coin and the fungible asset that it is " +
    `paired with are two. ${aboutLists}`,
  params: {},
  handle: ({ query }, context) => readList(context, { list: "assets" }, query),
  reply: listReply(ListedAssetSchema, "assets"),
  examples: [
    {
      ledger: "local",
      summary: "The chain's own coin",
      query: { limit: "1" },
      reply: [
        {
          asset_type: "0x1::aptos_coin::AptosCoin",
          standard: "coin",
          name: "Aptos Coin",
          symbol: "APT",
          decimals: 8,
          creator: "0x1",
          version: "0",
        },
      ],
    },
  ],
});

/** `GET /assets/{asset_type}/holders`: who has most of an asset. */
export const listAssetHolders = defineRoute({
  ...listRoute,
  id: "list_asset_holders",
  path: "/assets/{asset_type}/holders",
  summary: "List holders of an asset",
  description:
    "Returns the balances of an asset that are not 0, the largest first. The metadata of a fungible asset that a coin is paired with " +
    `names the coin. Where more than 100,000 hold amounts of one size, these come unsorted. ${aboutLists} At an earlier version an asset with very many holders is refused.`,
  params: {
    asset_type: required(assetTypeText, "A struct type for a coin, or the metadata address of a fungible asset."),
  },
  query: { ...listParameters, order: optional(holderOrderText, "`amount`, the only order: the largest amount first.") },
  handle: ({ params, query }, context) =>
    readList(context, { list: "asset_holders", of: nameOf(params.asset_type), order: query.order }, query),
  reply: listReply(HolderSchema, "holders"),
  examples: [
    {
      ledger: "local",
      summary: "The largest holder of the chain's own coin",
      params: { asset_type: "0xa" },
      query: { limit: "1" },
      reply: [
        {
          asset_type: "0x1::aptos_coin::AptosCoin",
          owner: "0xa550c18",
          amount: "18445644073709551615",
          storage: "0xb26af11b4f332a7794398554b6313a38c6a102c74c5ba9a12629ae3a492acb2f",
          is_primary: true,
          is_frozen: false,
          version: "0",
        },
      ],
    },
  ],
});
