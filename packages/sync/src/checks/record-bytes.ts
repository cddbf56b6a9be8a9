import type { LedgerRecord } from "@ledger/types";

/** Bytes of a record's parts, as its source sent them. */
export function recordBytes({ transaction, info, events, writeSet }: LedgerRecord): number {
  return transaction.length + info.length + events.length + writeSet.length;
}
