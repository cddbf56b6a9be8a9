import type { TableShape } from "./column.ts";

/** Rows that rules look up of earlier transactions besides those that clients see. */
export const lookupTables = {
  /** Coins by the metadata that they are paired with. */
  coin_types: { key: ["metadata"], columns: { asset_type: "String" } },
  /** Owners by token. */
  token_owners: { key: ["token"], columns: { owner_address: "String" } },
  /** Accounts by the tables that they hold. */
  token_table_holders: { key: ["handle"], columns: { owner_address: "String", table_type: "String" } },
  /** Types of the items of tables, by handle. */
  table_types: { key: ["handle"], columns: { key_type: "String", value_type: "String" } },
} as const satisfies Readonly<Record<string, TableShape>>;
