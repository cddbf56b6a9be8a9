import type { currentTables } from "./current-tables.ts";
import type { historyTables } from "./history-tables.ts";
import type { lookupTables } from "./lookup-tables.ts";

type TableName = keyof typeof currentTables | keyof typeof historyTables | keyof typeof lookupTables;

/** Groups of tables that are kept together, and their tables. */
export const tableGroups = {
  accounts: ["account_transactions", "auth_key_account_addresses", "public_key_auth_keys"],
  assets: [
    "current_fungible_asset_balances",
    "fungible_asset_metadata",
    "fungible_asset_activities",
    "coin_activities",
    "coin_types",
  ],
  objects: ["current_objects"],
  tokens: [
    "current_collections_v2",
    "current_token_datas_v2",
    "current_token_ownerships_v2",
    "current_token_pending_claims",
    "current_token_royalty_v1",
    "token_activities_v2",
    "token_owners",
    "token_table_holders",
  ],
  transactions: ["user_transactions", "signatures", "block_metadata_transactions"],
  tables: ["table_items", "table_metadatas"],
  staking: [
    "delegated_staking_activities",
    "delegated_staking_pool_balances",
    "delegated_staking_pools",
    "proposal_votes",
    "current_delegator_balances",
    "current_delegated_staking_pool_balances",
    "current_delegated_voter",
    "current_staking_pool_voter",
    "delegation_tables",
    "delegation_governance",
  ],
  names: ["current_ans_lookup_v2", "primary_names"],
  events: ["events"],
} as const satisfies Readonly<Record<string, readonly TableName[]>>;

/** A group of tables. */
export type TableGroup = keyof typeof tableGroups;

/** All groups, in the order in which they are named. */
export const allTableGroups: readonly TableGroup[] = Object.keys(tableGroups) as TableGroup[];

/** The tables of some groups. */
export function tablesOf(groups: readonly TableGroup[]): ReadonlySet<string> {
  const names: string[] = groups.flatMap((group) => tableGroups[group]);
  // Tokens of the first kind are items of tables, and rows of tables tell the types of their items.
  if (groups.includes("tokens") || groups.includes("tables")) names.push("table_types");
  return new Set(names);
}
