import { bytes, struct, u64, vector } from "@ledger/bcs";
import { JsonWriter, MoveError, type MoveView } from "@ledger/move";
import type { StateEntry, StatePage } from "@ledger/state-store";
import { bytesEqual, formatCursor, formatTypeTag, type TypeTag, tableItemKey } from "@ledger/types";
import Type from "typebox";
import { ApiError } from "../contract/error.ts";
import { optional, required } from "../contract/text-type.ts";
import { moveView, resolveVersion } from "../endpoint/context.ts";
import { defineRoute } from "../endpoint/route.ts";
import { MoveValueSchema } from "../schemas/move-value.ts";
import { addressText, HexSchema, MoveTypeSchema, typeTagText, U64Schema } from "../schemas/scalar.ts";
import { cursorParameter, ledgerVersionParameter, limitParameter, pageLimit } from "./parameters.ts";

/** An item of a listing. */
const TableItemSchema = Type.Object(
  {
    key: Type.Optional(MoveValueSchema),
    value: Type.Optional(MoveValueSchema),
    key_type: Type.Optional(MoveTypeSchema),
    value_type: Type.Optional(MoveTypeSchema),
    raw_key: HexSchema,
    raw_value: HexSchema,
    version: U64Schema,
  },
  {
    title: "TableItem",
    description:
      "An item of a table: its key and its value in the JSON form of their types and as they are stored, and the version that " +
      "wrote it last. `key` and `key_type` are absent where the type is not known, and so are `value` and `value_type`.",
  },
);

const TableItems = vector(struct("TableItem", { key: bytes, value: bytes, version: u64 }));

/** Bytes of keys and values on a page, after which the next one begins: each is written twice, as hex and in its JSON form. */
const pageBytes = 4 * 1024 * 1024;

/** Bytes before the key in an encoded state key of a table item: tag and handle. */
const prefixLength = 33;

/** Items of a page, and what it takes to read them. */
interface ItemsPage {
  readonly items: readonly StateEntry[];
  readonly key: ItemType | undefined;
  readonly value: ItemType | undefined;
  readonly view: MoveView;
}

/** A type, and whether the client named it: then what is not of it is refused. */
interface ItemType {
  readonly tag: TypeTag;
  readonly isGiven: boolean;
}

/** `GET /tables/{table_handle}/items`: everything that a table holds, page by page. */
export const listTableItems = defineRoute({
  id: "list_table_items",
  method: "GET",
  path: "/tables/{table_handle}/items",
  tag: "Tables",
  summary: "List table items",
  description:
    "Returns the items of a table at a ledger version, ordered by the bytes of their keys. Types that the request does not " +
    "name are taken from the value that holds the table, where it can be found: the node looks at what was written together " +
    "with the items, and at what the accounts of those transactions and the framework hold. Items of a table whose types are " +
    "not known that way are shown as they are stored. A page also ends after 4 MiB of items. A table without items has none: " +
    "that is not an error. A node that began in the middle of the ledger and fetches state on demand cannot list tables: 503.",
  params: { table_handle: required(addressText, "Handle of the table: 32 bytes as hex.") },
  query: {
    ledger_version: ledgerVersionParameter,
    start: cursorParameter,
    limit: limitParameter,
    key_type: optional(typeTagText, "Type of the keys; found by the node when absent."),
    value_type: optional(typeTagText, "Type of the values; found by the node when absent."),
  },
  cache: "state",
  work: "bulk",
  paged: true,
  handle: async ({ params: { table_handle: handle }, query }, context) => {
    const { ledger, store, config, tableTypes } = context;
    const version = resolveVersion(ledger, query.ledger_version);
    const limit = pageLimit(query.limit, config.pageSizes.tableItems);
    const prefix = tableItemKey(handle, new Uint8Array(0));
    const { start } = query;
    const isElsewhere = start !== undefined && !bytesEqual(start.subarray(0, prefixLength), prefix);
    const page = isElsewhere ? noItems : cutPage(await store.listState({ version, prefix, start, limit }));
    const { key_type, value_type } = query;
    const found =
      key_type !== undefined && value_type !== undefined
        ? undefined
        : await tableTypes.find(context, version, handle, page.entries);
    const key = itemType(key_type, found?.keyType);
    const value = itemType(value_type, found?.valueType);
    return {
      value: { items: page.entries, key, value, view: moveView(context, version) },
      cursor: page.next && formatCursor(page.next),
      // What the search does not find now may be found another time.
      volatile: page.entries.length > 0 && (key === undefined || value === undefined),
    };
  },
  reply: {
    description: "The items of this page. The cursor header is there when more follow.",
    json: { schema: Type.Array(TableItemSchema), encode: writeItems },
    bcs: {
      description: "Vector of key, value (each the bytes of its BCS) and version.",
      encode: ({ items }: ItemsPage) =>
        TableItems.encode(
          items.map(({ key, bytes: value, version }) => ({ key: key.subarray(prefixLength), value, version })),
        ),
    },
  },
  errors: ["invalid_input", "version_not_found", "version_pruned"],
  examples: [
    {
      ledger: "mainnet",
      summary: "The supply of the main network's coin at its genesis",
      params: { table_handle: "0x1b854694ae746cdbd8d44186ca4929b2b337df21d1c74633be19b2710552fdca" },
      reply: [
        {
          key: "0x619dc29a0aac8fa146714058e8dd6d2d0f3bdf5f6331907bf91f3acd81e6935",
          key_type: "address",
          raw_key: "0x0619dc29a0aac8fa146714058e8dd6d2d0f3bdf5f6331907bf91f3acd81e6935",
          raw_value: "0x00008a5d784563010000000000000000",
          value: "100000000000000000",
          value_type: "u128",
          version: "0",
        },
      ],
    },
    {
      ledger: "local",
      summary: "The first orders of the local network's shop",
      params: { table_handle: "0xb6664b29af721fbb37bb87e0bfb0fc7908f54bfd1dbc16ecac86429d96cd94bb" },
      query: { limit: "2" },
      reply: [
        {
          key: { counter: 0, number: 1 },
          key_type: "0xcafe::shop::Ticket",
          value: {
            customer: "0x667f6002d9b7228fc0b248696ed1bdd9b7c1b41115977aabf74cedac9e874429",
            drinks: [{ __variant__: "Espresso", shots: 1 }],
            placed_at: "1795219207",
            status: {
              __variant__: "Served",
              after_secs: 1,
              by: "0x57bb7e2976b2baa01484741be3c0eb587156d6f3bede8add952c1b456a2a71a6",
            },
            tip: { vec: [] },
            to_go: false,
            total: "250000",
          },
          value_type: "0xcafe::shop::Order",
          raw_key: "0x0001000000",
          raw_value:
            "0x667f6002d9b7228fc0b248696ed1bdd9b7c1b41115977aabf74cedac9e87442901000190d0030000000000000007df006b000000000157bb7e2976b2baa01484741be3c0eb587156d6f3bede8add952c1b456a2a71a601000000",
          version: "27",
        },
        {
          key: { counter: 0, number: 2 },
          key_type: "0xcafe::shop::Ticket",
          value: {
            customer: "0xee394e0a52d4ccac13fd25d30a9b14fd638748895af3bc64e34bee85f3e09dac",
            drinks: [{ _0: "Earl Grey", _1: 182, __variant__: "Tea" }],
            placed_at: "1795219213",
            status: {
              __variant__: "Served",
              after_secs: 1,
              by: "0x57bb7e2976b2baa01484741be3c0eb587156d6f3bede8add952c1b456a2a71a6",
            },
            tip: { vec: ["50000"] },
            to_go: false,
            total: "360000",
          },
          value_type: "0xcafe::shop::Order",
          raw_key: "0x0002000000",
          raw_value:
            "0xee394e0a52d4ccac13fd25d30a9b14fd638748895af3bc64e34bee85f3e09dac0102094561726c2047726579b600407e0500000000000150c3000000000000000ddf006b000000000157bb7e2976b2baa01484741be3c0eb587156d6f3bede8add952c1b456a2a71a601000000",
          version: "50",
        },
      ],
    },
  ],
});

const noItems: StatePage = { entries: [], next: undefined };

function itemType(given: TypeTag | undefined, found: TypeTag | undefined): ItemType | undefined {
  if (given !== undefined) return { tag: given, isGiven: true };
  return found && { tag: found, isGiven: false };
}

/** The first items of a page, up to {@link pageBytes}, and at least one. */
function cutPage(page: StatePage): StatePage {
  let total = 0;
  for (const [index, entry] of page.entries.entries()) {
    total += entry.key.length + entry.bytes.length;
    if (index > 0 && total > pageBytes) return { entries: page.entries.slice(0, index), next: entry.key };
  }
  return page;
}

async function writeItems({ items, key, value, view }: ItemsPage): Promise<Uint8Array> {
  const output = new JsonWriter();
  output.beginArray();
  for (const item of items) {
    output.item().beginObject();
    const rawKey = item.key.subarray(prefixLength);
    await writeTyped(output, view, "key", rawKey, key);
    await writeTyped(output, view, "value", item.bytes, value);
    output.member("raw_key").hexString(rawKey, 0, rawKey.length);
    output.member("raw_value").hexString(item.bytes, 0, item.bytes.length);
    output.members({ version: `${item.version}` });
    output.endObject();
  }
  output.endArray();
  return output.view();
}

/** Appends a key or a value and its type; nothing where a type that was found has no code that reads it, or its JSON is too large. */
async function writeTyped(
  output: JsonWriter,
  view: MoveView,
  name: "key" | "value",
  stored: Uint8Array,
  type: ItemType | undefined,
): Promise<void> {
  if (type === undefined) return;
  const { length } = output;
  output.member(name);
  try {
    const layout = await (name === "key" ? view.wholeLayout(type.tag) : view.layout(type.tag));
    layout.writeJson(stored, output);
  } catch (cause) {
    if (!(cause instanceof MoveError)) throw cause;
    if (type.isGiven && cause.code !== "value_too_large") {
      const message = `${name}_type is invalid: the ${name} of an item is not a value of this type: ${cause.message}`;
      throw new ApiError("invalid_input", message, { cause });
    }
    output.truncate(length);
    return;
  }
  output.member(`${name}_type`).string(formatTypeTag(type.tag));
}
