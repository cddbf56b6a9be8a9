import { formatHex, hashStateKey, ObjectCore } from "@ledger/types";
import type { RecordView } from "../record/record-view.ts";
import type { CurrentRows } from "../row.ts";

const table = "current_objects";

/** Puts the objects that a transaction wrote or removed. Of a removed one that no row tells of, nothing is known. */
export function putObjects(record: RecordView, rows: CurrentRows): void {
  const { version } = record;
  for (const { address, type, key, value } of record.resources) {
    if (type === "0x1::object::ObjectCore" && value !== undefined) {
      const { owner, allowUngatedTransfer, guidCreationNum } = ObjectCore.decodePrefix(value).value;
      rows.put(table, address, {
        object_address: address,
        owner_address: formatHex(owner),
        state_key_hash: formatHex(hashStateKey(key)),
        allow_ungated_transfer: allowUngatedTransfer,
        last_guid_creation_num: guidCreationNum,
        untransferrable: isBound(record, address, allowUngatedTransfer),
        is_deleted: false,
        last_transaction_version: version,
      });
    }
    if (type === "0x1::object::ObjectGroup" && value === undefined) {
      const before = rows.find(table, address);
      if (before !== undefined) {
        rows.put(table, address, { ...before, is_deleted: true, last_transaction_version: version });
      }
    }
  }
}

/** @returns true for an object that its owner cannot give away */
export function isBound(record: RecordView, address: string, allowsTransfer: boolean): boolean {
  return !allowsTransfer || record.writes(address, "0x1::object::Untransferable");
}
