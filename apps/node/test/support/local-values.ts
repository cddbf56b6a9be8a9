import { demoAccounts, demoTables } from "@ledger/demo-ledger";
import { formatAddress } from "@ledger/types";
import { waitFor } from "./wait-for.ts";

/** Something to send to every operation, so that the local network has an answer. */
export interface OperationValues {
  /** Path parameters by name. */
  readonly path: Readonly<Record<string, string>>;
  /** Parameters by operation id, where an operation needs another value, or one of several that are not required. */
  readonly parameters: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Bodies by operation id. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Values that the local network of a running node knows, some of them read from it. */
export async function collectLocalValues(url: string): Promise<OperationValues> {
  const sender = formatAddress(demoAccounts.cafe.address);
  // The demo's first transaction publishes the shop.
  const summaries = await waitFor(
    async () => {
      const response = await fetch(`${url}/v1/accounts/${sender}/transaction_summaries?limit=1`);
      return (await response.json()) as readonly { readonly transaction_hash: string; readonly version: string }[];
    },
    ({ length }) => length > 0,
  );
  const { handle, keyType, valueType, exampleKey } = demoTables.commits;
  return {
    path: {
      address: sender,
      resource_type: "0x1::account::Account",
      module_name: "shop",
      asset_type: "0x1::aptos_coin::AptosCoin",
      collection: sender,
      token: sender,
      table_handle: formatAddress(handle),
      txn_hash: summaries[0]!.transaction_hash,
      txn_version: summaries[0]!.version,
      block_height: "1",
      version: "1",
      creation_number: "2",
      event_handle: "0x1::account::Account",
      field_name: "coin_register_events",
    },
    parameters: {
      list_events: { account: sender },
      get_state_proof: { key: "0xff" },
      get_transactions_auxiliary_info: { start_version: "0" },
      get_trace: { version: summaries[0]!.version },
    },
    body: {
      get_table_item: { key_type: keyType, value_type: valueType, key: exampleKey },
      prove_table_item: { key_type: keyType, value_type: valueType, key: exampleKey },
      get_raw_table_item: { key: "0x01000000" },
      view: { function: "0x1::coin::balance", type_arguments: ["0x1::aptos_coin::AptosCoin"], arguments: [sender] },
      simulate_transaction: {
        sender,
        sequence_number: "0",
        max_gas_amount: "1000",
        gas_unit_price: "100",
        expiration_timestamp_secs: "60",
        payload: {
          type: "entry_function_payload",
          function: "0x1::aptos_account::transfer",
          type_arguments: [],
          arguments: ["0x1", "1"],
        },
        signature: { type: "no_account_signature" },
      },
    },
  };
}
