/** Keys of older gas feature versions: [first version, last version, key on chain]; the newest name is the property's. */
export const renamedKeys = {
  "txn.storage_io_per_state_slot_read": [
    [0, 9, "txn.load_data.base"],
    [10, undefined, "txn.storage_io_per_state_slot_read"],
  ],
  "txn.storage_io_per_state_byte_read": [
    [0, 9, "txn.load_data.per_byte"],
    [10, undefined, "txn.storage_io_per_state_byte_read"],
  ],
  "txn.storage_io_per_state_slot_write": [
    [0, 9, "txn.write_data.per_op"],
    [10, undefined, "txn.storage_io_per_state_slot_write"],
  ],
  "txn.legacy_write_data_per_new_item": [[0, 9, "txn.write_data.new_item"]],
  "txn.storage_io_per_state_byte_write": [
    [0, 9, "txn.write_data.per_byte_in_key"],
    [10, undefined, "txn.storage_io_per_state_byte_write"],
  ],
  "txn.legacy_write_data_per_byte_in_val": [[0, 9, "txn.write_data.per_byte_in_val"]],
  "txn.legacy_free_event_bytes_quota": [
    [7, 13, "txn.free_event_bytes_quota"],
    [14, undefined, "txn.legacy_free_event_bytes_quota"],
  ],
  "txn.legacy_storage_fee_per_state_slot_create": [
    [7, 13, "txn.storage_fee_per_state_slot_create"],
    [14, undefined, "txn.legacy_storage_fee_per_state_slot_create"],
  ],
  "txn.legacy_storage_fee_per_excess_state_byte": [
    [7, 13, "txn.storage_fee_per_excess_state_byte"],
    [14, undefined, "txn.legacy_storage_fee_per_excess_state_byte"],
  ],
  "txn.legacy_storage_fee_per_event_byte": [
    [7, 13, "txn.storage_fee_per_event_byte"],
    [14, undefined, "txn.legacy_storage_fee_per_event_byte"],
  ],
  "txn.legacy_storage_fee_per_transaction_byte": [
    [7, 13, "txn.storage_fee_per_transaction_byte"],
    [14, undefined, "txn.legacy_storage_fee_per_transaction_byte"],
  ],
} as const satisfies Record<string, readonly (readonly [from: number, until: number | undefined, key: string])[]>;
