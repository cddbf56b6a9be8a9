import { struct, u32, u64, vector } from "@ledger/bcs";
import { JsonWriter } from "@ledger/move";
import type { EventPlace } from "@ledger/state-store";
import { ContractEvent, ContractEvents, eventAccountTopic, eventTypeTopic, parseU32, parseU64 } from "@ledger/types";
import Type from "typebox";
import { ApiError } from "../contract/error.ts";
import { optional, type TextType } from "../contract/text-type.ts";
import type { RequestContext } from "../endpoint/context.ts";
import { defineRoute } from "../endpoint/route.ts";
import { writeEvent } from "../json/event.ts";
import { PlacedEventSchema } from "../schemas/event.ts";
import { addressText, typeTagText } from "../schemas/scalar.ts";
import { newestOrder } from "./examples/newest-order.ts";
import { limitParameter, pageLimit } from "./parameters.ts";

/** An event with its place in the ledger. */
interface PlacedEvent extends EventPlace {
  readonly event: ContractEvent;
  /** Of its block, microseconds since 1970. */
  readonly timestampUsecs: bigint;
}

const PlacedEvents = vector(struct("PlacedEvent", { version: u64, index: u32, event: ContractEvent }));

const orders = ["newest_first", "oldest_first"] as const;
type Order = (typeof orders)[number];

const OrderSchema = Type.Union(
  orders.map((order) => Type.Literal(order)),
  { title: "EventOrder", description: "Whether a listing begins with the newest events or with the oldest ones." },
);

const orderText: TextType<Order> = {
  schema: OrderSchema,
  parse(text) {
    const order = orders.find((name) => name === text);
    if (order === undefined) throw new Error(`expected ${orders.join(" or ")}`);
    return order;
  },
};

const EventCursorSchema = Type.String({
  title: "EventCursor",
  description:
    "The place of an event: the version of its transaction, a dot, and its index among the events of the transaction, both in " +
    "decimal.",
  "x-doc": { pattern: "^[0-9]{1,20}\\.[0-9]{1,10}$", examples: ["32425224034.0"] },
});

/** The place of an event, `{version}.{index}`. */
const eventCursorText: TextType<EventPlace> = {
  schema: EventCursorSchema,
  parse(text) {
    const [, version, index] = /^([0-9]{1,20})\.([0-9]{1,10})$/.exec(text) ?? [];
    if (version === undefined || index === undefined) throw new Error("expected {version}.{index}");
    return { version: parseU64(version), index: parseU32(index) };
  },
};

/** `GET /events`: the events of a type, of an account, or of both. */
export const listEvents = defineRoute({
  id: "list_events",
  method: "GET",
  path: "/events",
  tag: "Events",
  summary: "List events by type or account",
  description:
    "Returns events of a type, of an account, or of a type and an account, by their place in the ledger. An event that was " +
    "emitted to a handle belongs to the account in the handle's guid. A module event has no handle: it belongs to the account that " +
    "publishes the module of its type, and of the sender of its transaction. The type is compared whole, with its type " +
    "arguments. At least one of `type` and `account` is needed. With both, a page can be short, even empty, and not be the " +
    "last: the node looks at 1,000 transactions of the account for each page. Events go with their transactions when those are " +
    "pruned; a `start` below the oldest kept one is answered with 410 when the oldest come first. To go on after the last page " +
    "of the oldest first, begin one index after its last event.",
  params: {},
  query: {
    type: optional(typeTagText, "Type of the events, e.g. `0x1::fungible_asset::Deposit`."),
    account: optional(addressText, "Account of the events, with or without `0x`."),
    order: optional(orderText, "`newest_first` (when absent) or `oldest_first`."),
    start: optional(
      eventCursorText,
      "Place of the first event, or one before it in the order asked for, e.g. the cursor header of an earlier answer. The " +
        "newest or the oldest event when absent.",
    ),
    limit: limitParameter,
  },
  cache: "state",
  work: "bulk",
  paged: true,
  verify: ({ query }) => {
    if (query.type !== undefined || query.account !== undefined) return;
    throw new ApiError("invalid_input", "type and account are missing: give at least one of them");
  },
  handle: async ({ query }, context) => {
    const { ledger, store, config } = context;
    const limit = pageLimit(query.limit, config.pageSizes.events);
    const order = query.order ?? "newest_first";
    const newest = { version: ledger.version, index: 0xffff_ffff };
    const page = await store.listEventsByTopic({
      topics: topicsOf(query),
      order,
      start: query.start ?? (order === "newest_first" ? newest : undefined),
      limit,
    });
    const events = await readEvents(context, page.places);
    const { next } = page;
    // The index may be ahead of this request's picture of the ledger.
    const goesOn = next !== undefined && next.version <= ledger.version && next.version >= ledger.oldestLedgerVersion;
    return { value: events, cursor: goesOn ? `${next.version}.${next.index}` : undefined };
  },
  reply: {
    description: "The events of this page. The cursor header is there when more may follow.",
    json: { schema: Type.Array(PlacedEventSchema), encode: writePlacedEvents },
    bcs: {
      description: "Vector of version, index and event.",
      encode: (events: readonly PlacedEvent[]) => PlacedEvents.encode(events),
    },
  },
  errors: ["invalid_input", "version_pruned"],
  examples: [
    {
      ledger: "local",
      summary: "The newest orders of the local network's shop",
      query: { type: "0xcafe::shop::OrderPlaced", limit: "2" },
      reply: [
        newestOrder,
        {
          version: "91",
          index: 3,
          timestamp: "1795219225000000",
          guid: { creation_number: "0", account_address: "0x0" },
          sequence_number: "0",
          type: "0xcafe::shop::OrderPlaced",
          data: {
            customer: "0x3b29cfbfb65e624962104da0322987365e5643f140c626b134b328e913e425e6",
            drinks: [
              {
                __variant__: "Latte",
                milk: { __variant__: "Oat", barista: false },
                shots: 2,
                syrup: { vec: ["hazelnut"] },
              },
            ],
            ticket: { counter: 0, number: 5 },
            total: "420000",
          },
        },
      ],
    },
    {
      ledger: "local",
      summary: "The first events of an account",
      query: { account: "0xcafe", order: "oldest_first", limit: "2" },
      reply: [
        {
          version: "3",
          index: 0,
          timestamp: "1795219202000000",
          guid: { creation_number: "0", account_address: "0x0" },
          sequence_number: "0",
          type: "0x1::code::PublishPackage",
          data: { code_address: "0xcafe", is_upgrade: false },
        },
        {
          version: "3",
          index: 1,
          timestamp: "1795219202000000",
          guid: { creation_number: "0", account_address: "0x0" },
          sequence_number: "0",
          type: "0x1::fungible_asset::Creation",
          data: {
            decimals: 6,
            icon_uri: "",
            maximum_supply: { vec: [] },
            metadata: "0x37ee7e3abf0d91753d83c16188aef99c24230b701d34f5dee32a8f39deeaee16",
            name: "Coffee Bean",
            project_uri: "",
            symbol: "BEAN",
          },
        },
      ],
    },
    {
      ledger: "mainnet",
      summary: "A type without events",
      query: { type: "0x1::coin::Ghost" },
      reply: [],
    },
  ],
});

/** The topics of a query, the one that fewer events have first: accounts. */
function topicsOf({
  type,
  account,
}: {
  readonly type: Parameters<typeof eventTypeTopic>[0] | undefined;
  readonly account: Parameters<typeof eventAccountTopic>[0] | undefined;
}): readonly [Uint8Array] | readonly [Uint8Array, Uint8Array] {
  if (account === undefined) return [eventTypeTopic(type!)];
  return type === undefined ? [eventAccountTopic(account)] : [eventAccountTopic(account), eventTypeTopic(type)];
}

async function readEvents(
  { ledger, store }: RequestContext,
  places: readonly EventPlace[],
): Promise<readonly PlacedEvent[]> {
  const found: PlacedEvent[] = [];
  let record:
    | { readonly version: bigint; readonly timestampUsecs: bigint; readonly events: readonly ContractEvent[] }
    | undefined;
  for (const { version, index } of places) {
    if (version > ledger.version || version < ledger.oldestLedgerVersion) continue;
    if (record?.version !== version) {
      const { timestampUsecs } = await store.readBlockByVersion(version);
      record = { version, timestampUsecs, events: ContractEvents.decode((await store.readRecord(version)).events) };
    }
    const event = record.events[index];
    if (event !== undefined) found.push({ version, index, event, timestampUsecs: record.timestampUsecs });
  }
  return found;
}

async function writePlacedEvents(
  events: readonly PlacedEvent[],
  { ledger, code }: RequestContext,
): Promise<Uint8Array> {
  const output = new JsonWriter();
  output.beginArray();
  for (const { event, ...place } of events) {
    await writeEvent(output.item(), code.viewOfRecord(place.version, ledger), event, place);
  }
  output.endArray();
  return output.view();
}
