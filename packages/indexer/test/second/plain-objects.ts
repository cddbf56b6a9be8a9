import {
  findRow,
  isResource,
  type Json,
  objectCore,
  objectGroup,
  type PlainRecord,
  type PlainRow,
  type PlainTables,
  putRow,
  wide,
  written,
} from "./plain-record.ts";

// Sheet, 3.5 and 3.6.

/** A token or an object that its owner cannot give away: the column `is_soulbound_v2` of tokens, `untransferrable` of objects. */
export const isSoulbound = (record: PlainRecord, address: string, core: Json): boolean =>
  core?.allow_ungated_transfer === false || written(record, address, "0x1::object::Untransferable") !== undefined;

export function putPlainObjects(record: PlainRecord, tables: PlainTables): void {
  for (const { op, type, address, data, write } of record.changes) {
    const object = address && wide(address);
    if (op === "write" && type === objectCore) {
      putRow(tables, "current_objects", object, {
        object_address: object,
        owner_address: wide(data.owner),
        allow_ungated_transfer: data.allow_ungated_transfer,
        last_guid_creation_num: data.guid_creation_num,
        state_key_hash: record.writes[write]!.state_key_hash,
        untransferrable: isSoulbound(record, object, data),
        last_transaction_version: record.version,
        is_deleted: false,
      });
    }
    // "All else as it was": of an object that nobody knew there is nothing to keep, and so no row.
    if (op === "delete" && type === objectGroup && findRow(tables, "current_objects", object) !== undefined) {
      const columns = { last_transaction_version: record.version, is_deleted: true };
      putRow(tables, "current_objects", object, columns);
    }
  }
}

export function plainAccountTransactions(record: PlainRecord): readonly PlainRow[] {
  if (!["user", "genesis", "block_metadata", "validator"].includes(record.kind)) return [];
  const accounts = new Set<string>();
  const { sender, signature } = record.transaction;
  const payer = signature?.fee_payer;
  const others: readonly string[] =
    payer?.secondary_signer_addresses ?? signature?.multi_agent?.secondary_signer_addresses ?? [];
  if (record.kind === "user") accounts.add(wide(sender));
  for (const other of others) accounts.add(wide(other));
  if (payer !== undefined) accounts.add(wide(payer.fee_payer_address));
  for (const { key } of record.events) accounts.add(wide(key?.account ?? "0x0"));
  for (const change of record.changes) {
    if (isResource(change)) accounts.add(wide(change.address));
    if (change.op === "write" && change.type === objectCore) accounts.add(wide(change.data.owner));
  }
  return [...accounts].map((account) => ({ transaction_version: record.version, account_address: account }));
}
