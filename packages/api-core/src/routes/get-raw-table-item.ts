import { formatAddress, formatHex, tableItemKey } from "@ledger/types";
import Type from "typebox";
import { defineBody } from "../contract/body.ts";
import { ApiError } from "../contract/error.ts";
import { required } from "../contract/text-type.ts";
import { resolveVersion } from "../endpoint/context.ts";
import { defineRoute } from "../endpoint/route.ts";
import { addressText, HexSchema } from "../schemas/scalar.ts";
import { ledgerVersionParameter } from "./parameters.ts";

const RawTableItemRequest = Type.Object(
  { key: HexSchema },
  { title: "RawTableItemRequest", description: "The BCS of the item's key." },
);

/** `POST /tables/{table_handle}/raw_item`: the stored bytes of a table item, by the bytes of its key. */
export const getRawTableItem = defineRoute({
  id: "get_raw_table_item",
  method: "POST",
  path: "/tables/{table_handle}/raw_item",
  tag: "Tables",
  summary: "Get a raw table item",
  description: "Returns the bytes of a table item. It answers only in BCS: send `Accept: application/x-bcs`.",
  params: { table_handle: required(addressText, "Handle of the table: 32 bytes as hex.") },
  query: { ledger_version: ledgerVersionParameter },
  body: defineBody(RawTableItemRequest, ({ key }) => key),
  cache: "never",
  handle: async ({ params, query, body: key }, { ledger, store }) => {
    const version = resolveVersion(ledger, query.ledger_version);
    const stored = await store.readState(version, tableItemKey(params.table_handle, key));
    if (stored === undefined) {
      const where = `handle ${formatAddress(params.table_handle)}, key ${formatHex(key.subarray(0, 256))}`;
      throw new ApiError("table_item_not_found", `table item is not found: ${where}, ledger version ${version}`);
    }
    return { value: stored.bytes };
  },
  reply: {
    description: "The item's value.",
    bcs: { description: "The value as it is stored.", encode: (bytes) => bytes },
  },
  errors: ["table_item_not_found", "version_not_found", "version_pruned"],
  examples: [
    {
      ledger: "mainnet",
      summary: "Total supply of the main network's coin at its genesis",
      params: { table_handle: "0x1b854694ae746cdbd8d44186ca4929b2b337df21d1c74633be19b2710552fdca" },
      body: { key: "0x0619dc29a0aac8fa146714058e8dd6d2d0f3bdf5f6331907bf91f3acd81e6935" },
      bytes: "0x00008a5d784563010000000000000000",
    },
  ],
});
