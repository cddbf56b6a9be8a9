import { bytes, type Codec, struct, u64 } from "@ledger/bcs";
import { HashValue } from "./hash-value.ts";

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

/** How threads and files of this software carry a record. No format of the chain: its nodes exchange the parts in other ways. */
export const LedgerRecord: Codec<LedgerRecord> = struct("LedgerRecord", {
  version: u64,
  transaction: bytes,
  info: bytes,
  events: bytes,
  writeSet: bytes,
  accumulatorRoot: HashValue,
});
