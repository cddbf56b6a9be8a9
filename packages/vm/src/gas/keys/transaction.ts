import { group } from "./group.ts";

/** Prices and limits of a transaction as a whole. Renamed ones are in {@link renamedKeys}. */
export const transactionKeys = [
  group("txn.", 0, [
    "min_transaction_gas_units",
    "large_transaction_cutoff",
    "intrinsic_gas_per_byte",
    "maximum_number_of_gas_units",
    "min_price_per_gas_unit",
    "max_price_per_gas_unit",
    "max_transaction_size_in_bytes",
    "gas_unit_scaling_factor",
    "load_data.failure",
  ]),
  group("txn.", 1, ["memory_quota"]),
  group("txn.", 5, [
    "free_write_bytes_quota",
    "max_bytes_per_write_op",
    "max_bytes_all_write_ops_per_transaction",
    "max_bytes_per_event",
    "max_bytes_all_events_per_transaction",
  ]),
  group("txn.", 7, ["max_execution_gas", "max_io_gas", "max_storage_fee"]),
  group("txn.", 11, ["max_write_ops_per_transaction"]),
  group("txn.", 14, ["storage_fee_per_state_slot", "storage_fee_per_state_byte"]),
  group("txn.", 15, [
    "dependency_per_module",
    "dependency_per_byte",
    "max_num_dependencies",
    "max_total_dependency_size",
  ]),
  group("txn.", 16, ["storage_io_per_event_byte_write", "storage_io_per_transaction_byte_write"]),
  group("txn.", 17, ["keyless.base"]),
  group("txn.", 18, [
    "max_transaction_size_in_bytes.gov",
    "max_execution_gas.gov",
    "max_io_gas.gov",
    "max_storage_fee.gov",
  ]),
  group("txn.", 20, ["max_ty_size", "max_ty_depth"]),
  group("txn.", 30, ["max_aa_gas"]),
  group("txn.", 45, ["slh_dsa_sha2_128s.base"]),
  group("txn.", 49, [
    "high_limit_txn_min_price_per_gas_unit",
    "encrypted_txn_decryption.base",
    "encrypted_txn_min_price_per_gas_unit",
  ]),
] as const;
