import { formatHex } from "@ledger/types";
import { optional, required } from "../../contract/text-type.ts";
import { defineRoute } from "../../endpoint/route.ts";
import { ListedTokenSchema, TokenActivitySchema } from "../../schemas/lists.ts";
import { addressText } from "../../schemas/scalar.ts";
import { aboutLists, historyOrderText, listParameters, listReply, listRoute, readList } from "./read-list.ts";

/** `GET /collections/{collection}/tokens`: the tokens of a collection. */
export const listCollectionTokens = defineRoute({
  ...listRoute,
  id: "list_collection_tokens",
  path: "/collections/{collection}/tokens",
  summary: "List tokens of a collection",
  description: `Returns the tokens of a collection, without those that were burned. ${aboutLists}`,
  params: {
    collection: required(addressText, "Address of the collection; of one of `0x3`, the hash of its creator and name."),
  },
  handle: ({ params, query }, context) =>
    readList(context, { list: "collection_tokens", of: formatHex(params.collection) }, query),
  reply: listReply(ListedTokenSchema, "tokens"),
  examples: [
    {
      ledger: "local",
      summary: "A token of the shop's collection",
      params: { collection: "0x8faa808296c1c3c17eb78638b3739aff7149994315921e182ea1cc54183cafe8" },
      query: { limit: "1" },
      reply: [
        {
          token: "0x7ef9edc888a4c36a5f043bfe988cbff7371ea6a29b76d759129feb4e9bec2b8f",
          standard: "v2",
          name: "Moon",
          description: "A cup",
          uri: "",
          version: "68",
        },
      ],
    },
  ],
});

/** `GET /tokens/{token}/history`: what happened to a token. */
export const listTokenHistory = defineRoute({
  ...listRoute,
  id: "list_token_history",
  path: "/tokens/{token}/history",
  summary: "List the history of a token",
  description:
    "Returns what happened to a token in the kept transactions, up to a ledger version: it was made, given away, changed, burned. " +
    `Movements of any other object are found too. ${aboutLists}`,
  params: {
    token: required(
      addressText,
      "Address of the token; of one of `0x3`, the hash of its creator, collection and name.",
    ),
  },
  query: { ...listParameters, order: optional(historyOrderText, "`newest_first` (when absent) or `oldest_first`.") },
  handle: ({ params, query }, context) =>
    readList(context, { list: "token_history", of: formatHex(params.token), order: query.order }, query),
  reply: listReply(TokenActivitySchema, "activities"),
  examples: [
    {
      ledger: "local",
      summary: "A token was given away, twice",
      params: { token: "0x7ef9edc888a4c36a5f043bfe988cbff7371ea6a29b76d759129feb4e9bec2b8f" },
      query: { limit: "2" },
      reply: [
        {
          version: "68",
          event_index: 0,
          timestamp: "1795219219000000",
          type: "0x1::object::Transfer",
          from: "0x3b29cfbfb65e624962104da0322987365e5643f140c626b134b328e913e425e6",
          to: "0x57bb7e2976b2baa01484741be3c0eb587156d6f3bede8add952c1b456a2a71a6",
          amount: "1",
          property_version: "0",
          function: "0x1::object::transfer",
        },
        {
          version: "39",
          event_index: 1,
          timestamp: "1795219211000000",
          type: "0x1::object::Transfer",
          from: "0x4797cdcda14554ae5d8b97c3b477f6578e6b725b6cc78a2979c845fe49ce3c79",
          to: "0x3b29cfbfb65e624962104da0322987365e5643f140c626b134b328e913e425e6",
          amount: "1",
          property_version: "0",
          function: "0xcafe::cup::fire",
        },
      ],
    },
  ],
});
