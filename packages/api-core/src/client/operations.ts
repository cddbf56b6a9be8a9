import type { IntegerForm } from "./exact-json.ts";
import type { OperationTypes } from "./operation-types.ts";

/** The facts about an operation that the client needs while it runs. */
export interface Operation {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** True if answers are pages with a cursor between them. */
  readonly paged?: boolean;
  readonly integers?: IntegerForm;
}

/**
 * The places of all operations. The route declarations bring the schemas and the handlers with them, which a browser must not
 * load; so this repeats their places, and does not compile when one is missing or differs.
 */
export const operations = {
  get_ledger_info: { method: "GET", path: "/" },
  healthy: { method: "GET", path: "/-/healthy" },
  info: { method: "GET", path: "/info" },
  get_account: { method: "GET", path: "/accounts/{address}" },
  get_account_resources: { method: "GET", path: "/accounts/{address}/resources", paged: true },
  get_account_resource: { method: "GET", path: "/accounts/{address}/resource/{resource_type}" },
  get_account_modules: { method: "GET", path: "/accounts/{address}/modules", paged: true },
  get_account_module: { method: "GET", path: "/accounts/{address}/module/{module_name}" },
  get_account_balance: { method: "GET", path: "/accounts/{address}/balance/{asset_type}", integers: "bigint" },
  get_table_item: { method: "POST", path: "/tables/{table_handle}/item" },
  get_raw_table_item: { method: "POST", path: "/tables/{table_handle}/raw_item" },
  list_table_items: { method: "GET", path: "/tables/{table_handle}/items", paged: true },
  get_raw_state_value: { method: "POST", path: "/experimental/state_values/raw" },
  encode_submission: { method: "POST", path: "/transactions/encode_submission" },
  get_account_transaction_summaries: { method: "GET", path: "/accounts/{address}/transaction_summaries" },
  get_account_transactions: { method: "GET", path: "/accounts/{address}/transactions", paged: true },
  get_transactions: { method: "GET", path: "/transactions" },
  get_transactions_auxiliary_info: { method: "GET", path: "/transactions/auxiliary_info" },
  get_transaction_by_hash: { method: "GET", path: "/transactions/by_hash/{txn_hash}" },
  wait_transaction_by_hash: { method: "GET", path: "/transactions/wait_by_hash/{txn_hash}" },
  get_transaction_by_version: { method: "GET", path: "/transactions/by_version/{txn_version}" },
  get_block_by_height: { method: "GET", path: "/blocks/by_height/{block_height}" },
  get_block_by_version: { method: "GET", path: "/blocks/by_version/{version}" },
  get_events_by_creation_number: { method: "GET", path: "/accounts/{address}/events/{creation_number}" },
  get_events_by_event_handle: { method: "GET", path: "/accounts/{address}/events/{event_handle}/{field_name}" },
  list_events: { method: "GET", path: "/events", paged: true },
  get_stream: { method: "GET", path: "/stream" },
  list_assets: { method: "GET", path: "/assets", paged: true },
  list_account_assets: { method: "GET", path: "/accounts/{address}/assets", paged: true },
  list_account_objects: { method: "GET", path: "/accounts/{address}/objects", paged: true },
  list_account_tokens: { method: "GET", path: "/accounts/{address}/tokens", paged: true },
  list_account_activities: { method: "GET", path: "/accounts/{address}/activities", paged: true },
  list_asset_holders: { method: "GET", path: "/assets/{asset_type}/holders", paged: true },
  list_collection_tokens: { method: "GET", path: "/collections/{collection}/tokens", paged: true },
  list_token_history: { method: "GET", path: "/tokens/{token}/history", paged: true },
  estimate_gas_price: { method: "GET", path: "/estimate_gas_price", integers: "bigint" },
  submit_transaction: { method: "POST", path: "/transactions" },
  submit_batch_transactions: { method: "POST", path: "/transactions/batch" },
  simulate_transaction: { method: "POST", path: "/transactions/simulate" },
  simulate_steps: { method: "POST", path: "/-/simulate" },
  get_trace: { method: "GET", path: "/-/trace/{txn_version}" },
  get_execution_status: { method: "GET", path: "/execution/status" },
  get_execution_by_version: { method: "GET", path: "/execution/by_version/{txn_version}" },
  view: { method: "POST", path: "/view" },
  get_state_proof: { method: "GET", path: "/proofs/state" },
  prove_state_keys: { method: "POST", path: "/proofs/state" },
  prove_resource: { method: "GET", path: "/proofs/accounts/{address}/resource/{resource_type}" },
  prove_module: { method: "GET", path: "/proofs/accounts/{address}/module/{module_name}" },
  prove_balance: { method: "GET", path: "/proofs/accounts/{address}/balance/{asset_type}" },
  prove_table_item: { method: "POST", path: "/proofs/tables/{table_handle}/item" },
  prove_view: { method: "POST", path: "/proofs/view" },
  prove_simulation: { method: "POST", path: "/proofs/simulate" },
  get_transaction_proof: { method: "GET", path: "/proofs/transactions/{txn_version}" },
  get_proof_roots: { method: "GET", path: "/proofs/roots" },
  get_ledger_step: { method: "GET", path: "/proofs/ledger" },
} as const satisfies {
  readonly [Types in OperationTypes as Types["id"]]: Operation & Pick<Types, "method" | "path">;
};
