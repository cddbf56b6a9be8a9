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
  /** Tables that pools of delegated stakes hold, by handle. */
  delegation_tables: {
    key: ["handle"],
    columns: { pool_address: "String", kind: "String", parent_table_handle: "String", scaling_factor: "bigint" },
  },
  /** The tables with the voters of delegators, by pool. */
  delegation_governance: { key: ["pool"], columns: { table_handle: "String" } },
  /** The tokens of the names that accounts show, by account; null where one shows none any more. */
  primary_names: { key: ["account"], columns: { token_data_id: "String" } },
} as const satisfies Readonly<Record<string, TableShape>>;
