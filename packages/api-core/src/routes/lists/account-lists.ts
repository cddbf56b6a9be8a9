import { formatHex, formatStructTag } from "@ledger/types";
import { optional } from "../../contract/text-type.ts";
import { defineRoute } from "../../endpoint/route.ts";
import { AssetActivitySchema, HeldAssetSchema, OwnedObjectSchema, OwnedTokenSchema } from "../../schemas/lists.ts";
import { structTagText } from "../../schemas/scalar.ts";
import { addressParameter } from "../parameters.ts";
import { aboutLists, historyOrderText, listParameters, listReply, listRoute, readList } from "./read-list.ts";

const params = { address: addressParameter } as const;

/** `GET /accounts/{address}/assets`: what an account has. */
export const listAccountAssets = defineRoute({
  ...listRoute,
  id: "list_account_assets",
  path: "/accounts/{address}/assets",
  summary: "List an account's assets",
  description:
    "Returns what an account has of coins and fungible assets, one item for each store that is not empty. A coin store and the primary " +
    `store of the paired asset are one. ${aboutLists}`,
  params,
  handle: ({ params, query }, context) =>
    readList(context, { list: "account_assets", of: formatHex(params.address) }, query),
  reply: listReply(HeldAssetSchema, "assets"),
  examples: [
    {
      ledger: "local",
      summary: "The coins of an account",
      params: { address: "0xcafe" },
      query: { limit: "1" },
      reply: [
        {
          asset_type: "0x1::aptos_coin::AptosCoin",
          owner: "0xcafe",
          amount: "92991061018191",
          storage: "0xe0185f4b5f826f407f026920e7335961c4836248ad87accf8e758748498dc398",
          is_primary: true,
          is_frozen: false,
          version: "115",
          coin_amount: "0",
          name: "Aptos Coin",
          symbol: "APT",
          decimals: 8,
        },
      ],
    },
  ],
});

/** `GET /accounts/{address}/objects`: the objects that an account owns. */
export const listAccountObjects = defineRoute({
  ...listRoute,
  id: "list_account_objects",
  path: "/accounts/{address}/objects",
  summary: "List an account's objects",
  description: `Returns the objects that an account owns, stores and tokens among them. ${aboutLists}`,
  params,
  query: {
    ...listParameters,
    type: optional(structTagText, "Only objects with a resource of this type, e.g. `0x4::token::Token`."),
  },
  handle: ({ params, query }, context) => {
    const type = query.type && formatStructTag(query.type);
    return readList(context, { list: "account_objects", of: formatHex(params.address), type }, query);
  },
  reply: listReply(OwnedObjectSchema, "objects"),
  examples: [
    {
      ledger: "local",
      summary: "The assets that an account has made",
      params: { address: "0xcafe" },
      query: { type: "0x1::fungible_asset::Metadata", limit: "1" },
      reply: [
        {
          address: "0x37ee7e3abf0d91753d83c16188aef99c24230b701d34f5dee32a8f39deeaee16",
          owner: "0xcafe",
          types: [
            "0x1::fungible_asset::ConcurrentSupply",
            "0x1::fungible_asset::Metadata",
            "0x1::primary_fungible_store::DeriveRefPod",
            "0xcafe::bean::Refs",
          ],
          allows_transfer: true,
          version: "110",
        },
      ],
    },
  ],
});

/** `GET /accounts/{address}/tokens`: the tokens that an account owns. */
export const listAccountTokens = defineRoute({
  ...listRoute,
  id: "list_account_tokens",
  path: "/accounts/{address}/tokens",
  summary: "List an account's tokens",
  description:
    "Returns the tokens that an account owns, of both standards. At an earlier version, tokens of `0x3` that have changed since are " +
    `refused. ${aboutLists}`,
  params,
  handle: ({ params, query }, context) =>
    readList(context, { list: "account_tokens", of: formatHex(params.address) }, query),
  reply: listReply(OwnedTokenSchema, "tokens"),
  examples: [
    {
      ledger: "local",
      summary: "A token of the shop's collection",
      params: { address: "0x57bb7e2976b2baa01484741be3c0eb587156d6f3bede8add952c1b456a2a71a6" },
      query: { limit: "1" },
      reply: [
        {
          token: "0x7ef9edc888a4c36a5f043bfe988cbff7371ea6a29b76d759129feb4e9bec2b8f",
          standard: "v2",
          amount: "1",
          property_version: "0",
          name: "Moon",
          uri: "",
          collection: "0x8faa808296c1c3c17eb78638b3739aff7149994315921e182ea1cc54183cafe8",
          collection_name: "Cups of the house",
          is_soulbound: false,
          version: "68",
        },
      ],
    },
  ],
});

/** `GET /accounts/{address}/activities`: what came to an account and left it. */
export const listAccountActivities = defineRoute({
  ...listRoute,
  id: "list_account_activities",
  path: "/accounts/{address}/activities",
  summary: "List an account's asset activities",
  description:
    "Returns the deposits, withdrawals, freezings and fees of an account in the kept transactions, up to a ledger version. For all " +
    `transactions that touched it see \`GET /accounts/{address}/transactions?touched=true\`. ${aboutLists}`,
  params,
  query: { ...listParameters, order: optional(historyOrderText, "`newest_first` (when absent) or `oldest_first`.") },
  handle: ({ params, query }, context) =>
    readList(context, { list: "account_activities", of: formatHex(params.address), order: query.order }, query),
  reply: listReply(AssetActivitySchema, "activities"),
  examples: [
    {
      ledger: "local",
      summary: "The last activities of an account",
      params: { address: "0xcafe" },
      query: { limit: "2" },
      reply: [
        {
          version: "115",
          event_index: 1,
          timestamp: "1795219230000000",
          type: "0x1::fungible_asset::Deposit",
          asset_type: "0xa",
          amount: "620000",
          storage: "0xe0185f4b5f826f407f026920e7335961c4836248ad87accf8e758748498dc398",
          is_gas_fee: false,
          function: "0xcafe::shop::share",
          success: true,
        },
        {
          version: "110",
          timestamp: "1795219229000000",
          type: "0x1::aptos_coin::GasFeeEvent",
          asset_type: "0x1::aptos_coin::AptosCoin",
          amount: "54300",
          storage: "0xe0185f4b5f826f407f026920e7335961c4836248ad87accf8e758748498dc398",
          is_gas_fee: true,
          function: "0xcafe::bean::mint",
          success: true,
        },
      ],
    },
  ],
});
