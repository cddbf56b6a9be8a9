import { JsonWriter, type MoveView } from "@ledger/move";
import { type Address, formatAddress, type TypeTag, tableItemKey } from "@ledger/types";
import Type from "typebox";
import { defineBody } from "../contract/body.ts";
import { ApiError } from "../contract/error.ts";
import { invalidInput, toMoveJson } from "../contract/invalid-input.ts";
import type { JsonInput } from "../contract/json.ts";
import { echoJson } from "../contract/json-echo.ts";
import { required } from "../contract/text-type.ts";
import { moveView, resolveVersion } from "../endpoint/context.ts";
import { defineRoute } from "../endpoint/route.ts";
import { RequestedTypeSchema, requireTypeTag, verifyMoveType } from "../schemas/move-type.ts";
import { MoveValueSchema } from "../schemas/move-value.ts";
import { addressText } from "../schemas/scalar.ts";
import { ledgerVersionParameter } from "./parameters.ts";

const TableItemRequest = Type.Object(
  {
    key_type: RequestedTypeSchema,
    value_type: RequestedTypeSchema,
    key: Type.Unknown({ description: "The key, in the JSON form of its type." }),
  },
  { title: "TableItemRequest", description: "Which item of a table, and the types of its key and its value." },
);

/** The body of a request for an item. */
export const tableItemBody = defineBody(TableItemRequest, ({ key_type: keyType, value_type: valueType, key }) => ({
  keyType,
  valueType,
  key: key as JsonInput,
}));

/** A stored item, and what it takes to read it. */
interface TableItem {
  readonly bytes: Uint8Array;
  readonly valueType: TypeTag;
  readonly view: MoveView;
}

/** `POST /tables/{table_handle}/item`: one item of a table. */
export const getTableItem = defineRoute({
  id: "get_table_item",
  method: "POST",
  path: "/tables/{table_handle}/item",
  tag: "Tables",
  summary: "Get a table item",
  description:
    "Returns one item of a table at a ledger version. The key and the types are in the body, because a key can be made of " +
    "structs. The types are trusted: with a wrong key type the item is simply not found.",
  params: { table_handle: required(addressText, "Handle of the table: 32 bytes as hex.") },
  query: { ledger_version: ledgerVersionParameter },
  body: tableItemBody,
  cache: "never",
  verify: ({ body }) => {
    verifyMoveType("key_type", body.keyType);
    verifyMoveType("value_type", body.valueType);
  },
  handle: async ({ params, query, body }, context) => {
    const version = resolveVersion(context.ledger, query.ledger_version);
    const keyType = requireTypeTag("key_type", body.keyType);
    const valueType = requireTypeTag("value_type", body.valueType);
    const view = moveView(context, version);
    const key = await encodeTableKey(view, keyType, body.key);
    const stored = await context.store.readState(version, tableItemKey(params.table_handle, key));
    if (stored === undefined) throw itemNotFound(params.table_handle, body.key, version);
    return { value: { bytes: stored.bytes, valueType, view }, weight: stored.bytes.length };
  },
  reply: {
    description: "The value, in the JSON form of its type.",
    json: { schema: MoveValueSchema, encode: writeValue },
    bcs: { description: "The value as it is stored.", encode: ({ bytes }) => bytes },
  },
  errors: ["invalid_input", "table_item_not_found", "version_not_found", "version_pruned"],
  examples: [
    {
      ledger: "mainnet",
      summary: "Total supply of the main network's coin at its genesis",
      params: { table_handle: "0x1b854694ae746cdbd8d44186ca4929b2b337df21d1c74633be19b2710552fdca" },
      body: {
        key_type: "address",
        value_type: "u128",
        key: "0x619dc29a0aac8fa146714058e8dd6d2d0f3bdf5f6331907bf91f3acd81e6935",
      },
      reply: "100000000000000000",
    },
  ],
});

function itemNotFound(handle: Address, key: JsonInput, version: bigint): ApiError {
  const where = `handle ${formatAddress(handle)}, key ${echoJson(key)}`;
  return new ApiError("table_item_not_found", `table item is not found: ${where}, ledger version ${version}`);
}

/** The bytes of an item's key. @throws ApiError `invalid_input` for what is no value of the type */
export async function encodeTableKey(view: MoveView, type: TypeTag, key: JsonInput): Promise<Uint8Array> {
  try {
    return await view.encodeFromJson(type, toMoveJson(key));
  } catch (cause) {
    throw invalidInput(`key ${echoJson(key)} is invalid`, cause);
  }
}

async function writeValue({ bytes, valueType, view }: TableItem): Promise<Uint8Array> {
  const output = new JsonWriter({ capacity: 64 + 4 * bytes.length });
  try {
    await view.writeJson(valueType, bytes, output);
  } catch (cause) {
    throw invalidInput("the item is not a value of value_type", cause);
  }
  return output.view();
}
