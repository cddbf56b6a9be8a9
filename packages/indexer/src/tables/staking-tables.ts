import type { TableShape } from "./column.ts";
import { namesOf } from "./name-tables.ts";

/** Relations of tables of delegators, to the pools of their shares. */
export const poolRelations = {
  current_pool_balance: {
    table: "current_delegated_staking_pool_balances",
    by: { pool_address: "staking_pool_address" },
  },
  staking_pool_metadata: { table: "current_staking_pool_voter", by: { pool_address: "staking_pool_address" } },
} as const;

/** The tables of delegated stakes. */
export const stakingTables = {
  current_delegator_balances: {
    key: ["delegator_address", "pool_address", "pool_type", "table_handle"],
    columns: {
      delegator_address: "String!",
      pool_address: "String!",
      pool_type: "String!",
      table_handle: "String!",
      parent_table_handle: "String!",
      shares: "numeric!",
      last_transaction_version: "bigint!",
    },
    relations: poolRelations,
  },
  current_delegated_staking_pool_balances: {
    key: ["staking_pool_address"],
    columns: {
      staking_pool_address: "String!",
      total_coins: "numeric!",
      total_shares: "numeric!",
      operator_commission_percentage: "numeric!",
      active_table_handle: "String!",
      inactive_table_handle: "String!",
      last_transaction_version: "bigint!",
    },
  },
  current_delegated_voter: {
    key: ["delegation_pool_address", "delegator_address"],
    columns: {
      delegation_pool_address: "String!",
      delegator_address: "String!",
      table_handle: "String",
      voter: "String",
      pending_voter: "String",
      last_transaction_version: "bigint!",
      last_transaction_timestamp: "timestamp!",
    },
  },
  current_staking_pool_voter: {
    key: ["staking_pool_address"],
    columns: {
      staking_pool_address: "String!",
      operator_address: "String!",
      voter_address: "String!",
      last_transaction_version: "bigint!",
    },
    relations: { operator_aptos_name: namesOf("operator_address") },
  },
  delegated_staking_pools: {
    key: ["staking_pool_address"],
    columns: { staking_pool_address: "String!", first_transaction_version: "bigint!" },
    relations: {
      current_staking_pool: {
        table: "current_staking_pool_voter",
        by: { staking_pool_address: "staking_pool_address" },
      },
    },
  },
} as const satisfies Readonly<Record<string, TableShape>>;
