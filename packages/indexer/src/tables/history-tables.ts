import type { RecordView } from "../record/record-view.ts";
import type { Row } from "../row.ts";
import { accountTransactions } from "../rules/account-transactions.ts";
import { feeByType, fungibleAssetActivities } from "../rules/activities.ts";
import { blockMetadata } from "../rules/block-metadata.ts";
import { coinActivities } from "../rules/coin-activities.ts";
import type { Decoders } from "../rules/decoders.ts";
import { delegatedPoolBalances } from "../rules/delegations.ts";
import { eventRows, indexedByType } from "../rules/events.ts";
import type { ImpliedValue } from "../rules/implied-value.ts";
import { proposalVotes } from "../rules/proposal-votes.ts";
import { signatures } from "../rules/signatures.ts";
import { stakingActivities } from "../rules/staking-activities.ts";
import { tableItems } from "../rules/table-items.ts";
import { tokenActivities } from "../rules/token-activities.ts";
import { functionByParts, userTransactions } from "../rules/user-transactions.ts";
import { epoch, height, type OfBlock, seconds, time } from "./block-columns.ts";
import type { TableShape } from "./column.ts";
import { namesOf } from "./name-tables.ts";

/** A table of what happened: its rows follow from the record of a transaction alone. */
export interface HistoryTable extends TableShape {
  /** The column that holds the version of the transaction. */
  readonly version: string;
  /** Columns, alone or together, whose values lead to the transactions with rows of them. */
  readonly topics: readonly (string | readonly string[])[];
  /** Columns whose values are those of the block, so that they never fall from one version to the next. */
  readonly rising?: Readonly<Record<string, OfBlock>>;
  /** Columns whose values follow from those of others. */
  readonly implied?: Readonly<Record<string, ImpliedValue>>;
  /** Table of the same group whose topics lead to the rows of this one, too: it has none of its own. */
  readonly ledBy?: string;
  /** Makes the rows of a transaction. */
  rows(record: RecordView, decode: Decoders): readonly Row[];
}

/** The tables of what happened, by their names. */
export const historyTables = {
  account_transactions: {
    key: ["account_address", "transaction_version"],
    version: "transaction_version",
    topics: ["account_address"],
    columns: { account_address: "String!", transaction_version: "bigint!" },
    relations: {
      user_transaction: { table: "user_transactions", by: { transaction_version: "version" } },
      fungible_asset_activities: byVersion("fungible_asset_activities"),
      coin_activities: byVersion("coin_activities"),
      token_activities_v2: byVersion("token_activities_v2"),
      delegated_staking_activities: byVersion("delegated_staking_activities"),
    },
    rows: accountTransactions,
  },
  fungible_asset_activities: {
    key: ["transaction_version", "event_index"],
    version: "transaction_version",
    topics: [
      ...["owner_address", "storage_id", "asset_type", "entry_function_id_str", "type"],
      ["owner_address", "is_gas_fee"],
    ],
    implied: { is_gas_fee: feeByType },
    orders: ["asset_type", "owner_address"].map((of) => ({ of, by: "amount" })),
    rising: { transaction_timestamp: seconds, block_height: height },
    columns: {
      transaction_version: "bigint!",
      event_index: "bigint!",
      block_height: "bigint!",
      transaction_timestamp: "timestamp!",
      type: "String!",
      owner_address: "String",
      storage_id: "String!",
      asset_type: "String",
      amount: "numeric",
      is_frozen: "Boolean",
      is_gas_fee: "Boolean!",
      gas_fee_payer_address: "String",
      is_transaction_success: "Boolean!",
      entry_function_id_str: "String",
      storage_refund_amount: "numeric!",
      token_standard: "String!",
    },
    relations: {
      metadata: { table: "fungible_asset_metadata", by: { asset_type: "asset_type" } },
      owner_aptos_names: namesOf("owner_address"),
    },
    rows: fungibleAssetActivities,
  },
  coin_activities: {
    key: ["transaction_version", "event_index"],
    version: "transaction_version",
    topics: ["owner_address"],
    ledBy: "fungible_asset_activities",
    rising: { transaction_timestamp: seconds, block_height: height },
    columns: {
      transaction_version: "bigint",
      event_index: "bigint",
      event_account_address: "String",
      event_creation_number: "Int",
      event_sequence_number: "Int",
      block_height: "bigint",
      transaction_timestamp: "timestamp",
      activity_type: "String",
      owner_address: "String",
      coin_type: "String",
      amount: "numeric",
      is_gas_fee: "Boolean",
      is_transaction_success: "Boolean",
      entry_function_id_str: "String",
      gas_fee_payer_address: "String",
      storage_refund_amount: "numeric",
    },
    relations: {
      coin_info: { table: "coin_infos", by: { coin_type: "coin_type" } },
      aptos_names: namesOf("owner_address"),
    },
    rows: coinActivities,
  },
  token_activities_v2: {
    key: ["transaction_version", "event_index"],
    version: "transaction_version",
    topics: ["token_data_id", "from_address", "to_address", "type"],
    rising: { transaction_timestamp: time },
    columns: {
      transaction_version: "bigint!",
      event_index: "bigint!",
      event_account_address: "String!",
      transaction_timestamp: "timestamp!",
      type: "String!",
      token_data_id: "String!",
      property_version_v1: "numeric!",
      from_address: "String",
      to_address: "String",
      token_amount: "numeric!",
      before_value: "String",
      after_value: "String",
      entry_function_id_str: "String",
      is_fungible_v2: "Boolean",
      token_standard: "String!",
    },
    relations: {
      current_token_data: { table: "current_token_datas_v2", by: { token_data_id: "token_data_id" } },
      aptos_names_from: namesOf("from_address"),
      aptos_names_to: namesOf("to_address"),
    },
    rows: tokenActivities,
  },
  user_transactions: {
    key: ["version"],
    version: "version",
    topics: ["sender", "entry_function_id_str", "entry_function_contract_address"],
    implied: { entry_function_id_str: functionByParts },
    rising: { timestamp: time, block_height: height, epoch },
    columns: {
      version: "bigint!",
      block_height: "bigint!",
      epoch: "bigint!",
      timestamp: "timestamp!",
      sender: "String!",
      sequence_number: "bigint",
      replay_protection_nonce: "numeric",
      parent_signature_type: "String!",
      entry_function_id_str: "String!",
      entry_function_contract_address: "String",
      entry_function_module_name: "String",
      entry_function_function_name: "String",
      encrypted_state: "String",
      max_gas_amount: "numeric!",
      gas_unit_price: "numeric!",
      expiration_timestamp_secs: "timestamp!",
    },
    relations: { signature: { table: "signatures", by: { version: "transaction_version" } } },
    rows: userTransactions,
  },
  table_items: {
    key: ["transaction_version", "write_set_change_index"],
    version: "transaction_version",
    topics: ["table_handle", "key"],
    rising: { transaction_block_height: height },
    columns: {
      transaction_version: "bigint!",
      write_set_change_index: "bigint!",
      transaction_block_height: "bigint",
      table_handle: "String!",
      key: "String!",
      decoded_key: "jsonb!",
      decoded_value: "jsonb",
      is_deleted: "Boolean",
    },
    rows: (record, { item }) => tableItems(record, item),
  },
  signatures: {
    key: ["transaction_version", "multi_agent_index", "multi_sig_index", "is_sender_primary"],
    version: "transaction_version",
    topics: [],
    ledBy: "user_transactions",
    rising: { transaction_block_height: height },
    columns: {
      transaction_version: "bigint!",
      multi_agent_index: "bigint!",
      multi_sig_index: "bigint!",
      is_sender_primary: "Boolean!",
      transaction_block_height: "bigint!",
      signer: "String!",
      type: "String!",
      public_key: "String!",
      signature: "String!",
      threshold: "bigint!",
      public_key_indices: "jsonb!",
      any_signature_type: "String",
      public_key_type: "String",
      function_info: "String",
    },
    rows: signatures,
  },
  proposal_votes: {
    key: ["transaction_version", "proposal_id", "voter_address", "staking_pool_address"],
    version: "transaction_version",
    topics: ["proposal_id", "voter_address", "staking_pool_address"],
    rising: { transaction_timestamp: time },
    columns: {
      transaction_version: "bigint!",
      transaction_timestamp: "timestamp!",
      proposal_id: "bigint!",
      voter_address: "String!",
      staking_pool_address: "String!",
      num_votes: "numeric!",
      should_pass: "Boolean!",
    },
    rows: proposalVotes,
  },
  delegated_staking_activities: {
    key: ["transaction_version", "event_index"],
    version: "transaction_version",
    topics: ["delegator_address", "pool_address"],
    columns: {
      transaction_version: "bigint!",
      event_index: "bigint!",
      delegator_address: "String!",
      pool_address: "String!",
      event_type: "String!",
      amount: "numeric!",
    },
    rows: stakingActivities,
  },
  delegated_staking_pool_balances: {
    key: ["transaction_version", "staking_pool_address"],
    version: "transaction_version",
    topics: ["staking_pool_address"],
    columns: {
      transaction_version: "bigint!",
      staking_pool_address: "String!",
      total_coins: "numeric!",
      total_shares: "numeric!",
      operator_commission_percentage: "numeric!",
      active_table_handle: "String!",
      inactive_table_handle: "String!",
    },
    rows: delegatedPoolBalances,
  },
  block_metadata_transactions: {
    key: ["version"],
    version: "version",
    topics: [],
    rising: { block_height: height, epoch, timestamp: time },
    columns: {
      version: "bigint!",
      block_height: "bigint!",
      id: "String!",
      round: "bigint!",
      epoch: "bigint!",
      proposer: "String!",
      previous_block_votes_bitvec: "jsonb!",
      failed_proposer_indices: "jsonb!",
      timestamp: "timestamp!",
    },
    rows: blockMetadata,
  },
  events: {
    key: ["transaction_version", "event_index"],
    version: "transaction_version",
    topics: ["account_address", "indexed_type"],
    implied: { indexed_type: indexedByType },
    rising: { transaction_block_height: height },
    columns: {
      transaction_version: "bigint!",
      event_index: "bigint!",
      transaction_block_height: "bigint!",
      account_address: "String!",
      creation_number: "bigint!",
      sequence_number: "bigint!",
      type: "String!",
      indexed_type: "String!",
      data: "jsonb!",
    },
    rows: (record, { event }) => eventRows(record, event),
  },
} as const satisfies Readonly<Record<string, HistoryTable>>;

function byVersion(table: string) {
  return { table, by: { transaction_version: "transaction_version" }, many: true } as const;
}
