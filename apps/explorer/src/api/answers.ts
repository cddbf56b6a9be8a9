/*
 * The parts of the API's answers that the views read. Numbers of 64 bits and more are decimal text.
 */

/** `GET /v1`. */
export interface LedgerInfo {
  readonly chain_id: number;
  readonly epoch: string;
  readonly ledger_version: string;
  readonly oldest_ledger_version: string;
  /** Microseconds since the Unix epoch; 0 at genesis. */
  readonly ledger_timestamp: string;
  readonly node_role: string;
  readonly block_height: string;
  readonly oldest_block_height: string;
}

/** `GET /accounts/{address}`. */
export interface AccountData {
  readonly sequence_number: string;
  readonly authentication_key: string;
}

/** An item of `GET /accounts/{address}/resources`. */
export interface MoveResource {
  readonly type: string;
  readonly data: unknown;
}

/** A module with its bytecode. */
export interface ModuleItem {
  readonly bytecode: string;
  /** Absent when the bytecode cannot be read. */
  readonly abi?: ModuleAbi | null;
}

export interface ModuleAbi {
  readonly address: string;
  readonly name: string;
  readonly friends: readonly string[];
  readonly exposed_functions: readonly FunctionAbi[];
  readonly structs: readonly StructAbi[];
}

export interface TypeParameter {
  readonly constraints: readonly string[];
}

export interface FunctionAbi {
  readonly name: string;
  readonly visibility: string;
  readonly is_entry: boolean;
  readonly is_view: boolean;
  readonly generic_type_params: readonly TypeParameter[];
  readonly params: readonly string[];
  readonly return: readonly string[];
}

export interface FieldAbi {
  readonly name: string;
  readonly type: string;
}

export interface StructAbi {
  readonly name: string;
  readonly is_native: boolean;
  readonly is_event: boolean;
  readonly is_enum?: boolean;
  readonly abilities: readonly string[];
  readonly generic_type_params: readonly TypeParameter[];
  readonly fields: readonly FieldAbi[];
  readonly variants?: readonly { readonly name: string; readonly fields: readonly FieldAbi[] }[];
}

/** An item of `GET /accounts/{address}/transaction_summaries`. */
export interface TransactionSummary {
  readonly sender: string;
  readonly version: string;
  readonly transaction_hash: string;
  readonly replay_protector: {
    readonly type: string;
    readonly sequence_number?: string;
    readonly nonce?: string;
  };
}

/** A committed transaction. Which of the later members exist depends on its `type`. */
export interface Transaction {
  readonly type: string;
  readonly version: string;
  readonly hash: string;
  readonly state_change_hash: string;
  readonly event_root_hash: string;
  readonly state_checkpoint_hash?: string | null;
  readonly accumulator_root_hash: string;
  readonly gas_used: string;
  readonly success: boolean;
  readonly vm_status: string;
  readonly changes: readonly WriteSetChange[];
  readonly events?: readonly LedgerEvent[];
  readonly timestamp?: string;
  readonly sender?: string;
  readonly sequence_number?: string;
  readonly replay_protection_nonce?: string | null;
  readonly max_gas_amount?: string;
  readonly gas_unit_price?: string;
  readonly expiration_timestamp_secs?: string;
  readonly payload?: TransactionPayload;
  readonly signature?: unknown;
  readonly id?: string;
  readonly epoch?: string;
  readonly round?: string;
  readonly proposer?: string;
  readonly block_end_info?: unknown;
}

export interface TransactionPayload {
  readonly type: string;
  readonly function?: string;
  readonly type_arguments?: readonly string[];
  readonly arguments?: readonly unknown[];
  readonly multisig_address?: string;
  readonly transaction_payload?: TransactionPayload | null;
}

export interface WriteSetChange {
  readonly type: string;
  readonly state_key_hash: string;
  readonly address?: string;
  readonly resource?: string;
  readonly module?: string;
  readonly handle?: string;
  readonly key?: string;
  readonly value?: string;
  readonly data?: { readonly type?: string; readonly data?: unknown; readonly abi?: ModuleAbi | null } | null;
}

export interface LedgerEvent {
  readonly guid: { readonly creation_number: string; readonly account_address: string };
  readonly sequence_number: string;
  readonly type: string;
  readonly data: unknown;
}

/** `GET /blocks/by_height/{block_height}`. */
export interface Block {
  readonly block_height: string;
  readonly block_hash: string;
  readonly block_timestamp: string;
  readonly first_version: string;
  readonly last_version: string;
  readonly transactions?: readonly Transaction[] | null;
}
