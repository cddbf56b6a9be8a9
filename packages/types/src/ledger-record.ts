import type { HashValue } from "./hash-value.ts";

/** One committed transaction as every source yields it and the store keeps it: original bytes. */
export interface LedgerRecord {
  readonly version: bigint;
  /** BCS of `Transaction`. */
  readonly transaction: Uint8Array;
  /** BCS of `TransactionInfo`. */
  readonly info: Uint8Array;
  /** BCS of `vector<ContractEvent>`. */
  readonly events: Uint8Array;
  /** BCS of `WriteSet`. */
  readonly writeSet: Uint8Array;
  /** Root of the transaction accumulator after appending this record's info. */
  readonly accumulatorRoot: HashValue;
}
