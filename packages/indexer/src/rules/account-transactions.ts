import { formatHex, ObjectCore } from "@ledger/types";
import type { RecordView } from "../record/record-view.ts";
import type { Row } from "../row.ts";

/** Kinds of transactions that touch no account. */
const quiet = ["StateCheckpoint", "BlockEpilogue"] as const;

/**
 * The accounts that a transaction touches: those that signed, those of its events, those whose resources it wrote or removed, and
 * the owners of the objects that it wrote. Items of tables do not count.
 */
export function touchedAccounts({ transaction, request, events, resources }: RecordView): string[] {
  if (quiet.some((kind) => kind === transaction?.kind)) return [];
  const accounts = new Set(request?.signers);
  for (const { account } of events) accounts.add(account);
  for (const { address, type, value } of resources) {
    accounts.add(address);
    if (type === "0x1::object::ObjectCore" && value !== undefined) {
      accounts.add(formatHex(ObjectCore.decodePrefix(value).value.owner));
    }
  }
  return [...accounts];
}

/** Rows of `account_transactions`. */
export function accountTransactions(record: RecordView): Row[] {
  return touchedAccounts(record).map((account) => ({
    account_address: account,
    transaction_version: record.version,
  }));
}
