import { BcsError } from "@ledger/bcs";
import type { LedgerRecord } from "../ledger-record.ts";
import { Transaction } from "./transaction.ts";

/**
 * The transaction of a record; `undefined` where it is of a kind that this release cannot decode: such records are kept, because
 * their hashes prove them.
 *
 * @see Ledger specification, ingest §5.6
 */
export function decodeTransaction({ transaction }: Pick<LedgerRecord, "transaction">): Transaction | undefined {
  try {
    return Transaction.decode(transaction);
  } catch (error) {
    if (error instanceof BcsError) return undefined;
    throw error;
  }
}
