import { BcsError } from "@ledger/bcs";
import type { LedgerRecord } from "../ledger-record.ts";
import { Transaction } from "./transaction.ts";

/**
 * The transaction of a record; `undefined` where it is of a kind that this release cannot decode: such records are kept, because
 * their hashes prove them.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.6 | Specification, ingest 5.6}
 */
export function decodeTransaction({ transaction }: Pick<LedgerRecord, "transaction">): Transaction | undefined {
  try {
    return Transaction.decode(transaction);
  } catch (error) {
    if (error instanceof BcsError) return undefined;
    throw error;
  }
}
