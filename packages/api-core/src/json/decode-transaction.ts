import { type LedgerRecord, type Transaction, tryDecodeTransaction } from "@ledger/types";

/**
 * The transaction of a record; `undefined` where it is of a kind that this release cannot decode: such records are kept, because
 * their hashes prove them.
 *
 * @see Ledger specification, ingest §5.6
 */
export function decodeTransaction({ transaction }: Pick<LedgerRecord, "transaction">): Transaction | undefined {
  return tryDecodeTransaction(transaction);
}
