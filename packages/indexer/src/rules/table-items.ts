import { formatHex } from "@ledger/types";
import type { ItemChange } from "../record/change.ts";
import type { RecordView } from "../record/record-view.ts";
import type { CurrentRows, Row } from "../row.ts";
import type { DecodeItem } from "./decoders.ts";
import { hashText } from "./token-names.ts";

/** Rows of `table_items`: the items of tables that a transaction wrote or removed. */
export function tableItems(record: RecordView, decode: DecodeItem): Row[] {
  return record.items.map((change) => ({
    ...itemRow(change, decode),
    transaction_version: record.version,
    transaction_block_height: record.blockHeight,
    write_set_change_index: BigInt(change.index),
  }));
}

/** Puts the items of tables as they are after a transaction. */
export function putTableItems(record: RecordView, decode: DecodeItem, rows: CurrentRows): void {
  for (const change of record.items) {
    const row = currentItemRow(change, record.version, decode);
    rows.put("current_table_items", `${change.handle} ${row.key_hash as string}`, row);
  }
}

/** Row of `current_table_items`: an item of a table as the transaction of a version left it. */
export function currentItemRow(change: ItemChange, version: bigint, decode: DecodeItem): Row {
  const row = itemRow(change, decode);
  return { ...row, key_hash: hashText(row.key as string), last_transaction_version: version };
}

function itemRow(change: ItemChange, decode: DecodeItem): Row {
  const decoded = decode(change);
  return {
    table_handle: change.handle,
    key: formatHex(change.itemKey),
    decoded_key: decoded?.key ?? null,
    decoded_value: change.value === undefined ? null : (decoded?.value ?? null),
    is_deleted: change.value === undefined,
  };
}
