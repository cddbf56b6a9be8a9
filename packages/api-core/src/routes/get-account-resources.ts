import { JsonWriter, listGroupMembers, type MoveView, type ResourceGroupMember } from "@ledger/move";
import type { StateEntry, StatePage } from "@ledger/state-store";
import { compareBytes, decodeStateKey, formatCursor, Path, ResourceGroup } from "@ledger/types";
import Type from "typebox";
import { moveView, resolveVersion } from "../endpoint/context.ts";
import { defineRoute } from "../endpoint/route.ts";
import { writeResource } from "../json/resource.ts";
import { listAccountState } from "../ledger/account-state.ts";
import { MoveResourceSchema } from "../schemas/move-resource.ts";
import { addressParameter, cursorParameter, ledgerVersionParameter, limitParameter, pageLimit } from "./parameters.ts";

/** Resources of a page, groups taken apart, and the code to read them by. */
interface ResourcesPage {
  readonly resources: readonly ResourceGroupMember[];
  readonly view: MoveView;
}

/** `GET /accounts/{address}/resources`: everything that an account holds, page by page. */
export const getAccountResources = defineRoute({
  id: "get_account_resources",
  method: "GET",
  path: "/accounts/{address}/resources",
  tag: "Accounts",
  summary: "Get account resources",
  description:
    "Returns the resources of an account. Resource groups are taken apart: `limit` counts state items, so a page can hold " +
    "more resources than that. An account without resources has none: that is not an error.",
  params: { address: addressParameter },
  query: { ledger_version: ledgerVersionParameter, start: cursorParameter, limit: limitParameter },
  cache: "state",
  work: "bulk",
  paged: true,
  handle: async ({ params, query }, context) => {
    const { ledger, store, config } = context;
    const version = resolveVersion(ledger, query.ledger_version);
    const limit = pageLimit(query.limit, config.pageSizes.resources);
    const listing = { version, start: query.start, limit };
    const [resources, groups] = await Promise.all([
      listAccountState(store, params.address, { ...listing, pathKind: "resource" }),
      listAccountState(store, params.address, { ...listing, pathKind: "resource_group" }),
    ]);
    const page = mergePages(resources, groups, limit);
    return {
      value: { resources: page.entries.flatMap(takeApart), view: moveView(context, version) },
      cursor: page.next && formatCursor(page.next),
    };
  },
  reply: {
    description: "The resources of this page. The cursor header is there when more follow.",
    json: { schema: Type.Array(MoveResourceSchema), encode: writeResources },
    bcs: {
      description: "Map from struct tag to the BCS of the resource.",
      encode: ({ resources }: ResourcesPage) =>
        ResourceGroup.encode(new Map(resources.map(({ tag, value }) => [tag, value]))),
    },
  },
  errors: ["invalid_input", "version_not_found", "version_pruned"],
  examples: [
    {
      ledger: "local",
      summary: "Resources of an account",
      params: { address: "0xcafe" },
      query: { limit: "1" },
      reply: [
        {
          type: "0xcafe::shop::Shop",
          data: {
            name: "Café du Ledger ☕",
            next_number: 7,
            open: true,
            order_events: { counter: "7", guid: { id: { addr: "0xcafe", creation_num: "2" } } },
            orders: { handle: "0xb6664b29af721fbb37bb87e0bfb0fc7908f54bfd1dbc16ecac86429d96cd94bb" },
            prices: {
              data: [
                { key: "espresso", value: "250000" },
                { key: "latte", value: "420000" },
                { key: "tea", value: "310000" },
              ],
            },
            ratings: { handle: "0xffbe56a011bd08d88bfb4038089e4117d34909e685690247ef0cbad5710188a0" },
            regulars: {
              inner: { handle: "0x765584d08337f377d818e6d6d5dec646a42c856a7b170cc7c0e35124787ff5d1" },
              length: "5",
            },
          },
        },
      ],
    },
    {
      ledger: "mainnet",
      summary: "An account without resources",
      params: { address: "0xabc" },
      query: { limit: "5" },
      reply: [],
    },
  ],
});

/** The first entries of two listings that are ordered by key, and the key after them. A page can be short and not be the last. */
function mergePages(a: StatePage, b: StatePage, limit: number): StatePage {
  const merged = [...a.entries, ...b.entries].sort((x, y) => compareBytes(x.key, y.key));
  const rest = [merged[limit]?.key, a.next, b.next].filter((key) => key !== undefined);
  const next = rest.sort(compareBytes)[0];
  const entries = next === undefined ? merged : merged.filter(({ key }) => compareBytes(key, next) < 0);
  return { entries, next };
}

function takeApart({ key, bytes }: StateEntry): readonly ResourceGroupMember[] {
  const decoded = decodeStateKey(key);
  if (decoded.kind !== "AccessPath") return [];
  const path = Path.decode(decoded.value.path);
  switch (path.kind) {
    case "Resource":
      return [{ tag: path.value, value: bytes }];
    case "ResourceGroup":
      return listGroupMembers(bytes);
    case "Code":
      return [];
  }
}

async function writeResources({ resources, view }: ResourcesPage): Promise<Uint8Array> {
  const output = new JsonWriter();
  output.beginArray();
  for (const { tag, value } of resources) await writeResource(output.item(), view, tag, value);
  output.endArray();
  return output.view();
}
