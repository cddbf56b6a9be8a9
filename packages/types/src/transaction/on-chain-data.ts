import {
  type AnyCodec,
  BcsError,
  type Codec,
  defineCodec,
  enumeration,
  isBytes,
  type Reader,
  struct,
  u64,
  type Writer,
} from "@ledger/bcs";
import { type ContractEvent, ContractEvents } from "../event/contract-event.ts";
import { HashValue } from "../hash-value.ts";
import type { LedgerRecord } from "../ledger-record.ts";
import { WriteSet } from "../state/write-set.ts";
import { Transaction } from "./transaction.ts";
import { TransactionInfo } from "./transaction-info.ts";
import { SignedTransaction } from "./user-transaction.ts";

/** A committed transaction with all its effects, as the REST API serves it in BCS. */
export interface TransactionOnChainData {
  readonly version: bigint;
  readonly transaction: Transaction;
  readonly info: TransactionInfo;
  readonly events: readonly ContractEvent[];
  readonly accumulatorRootHash: HashValue;
  readonly changes: WriteSet;
}

/** BCS of {@link TransactionOnChainData}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#15 | Specification, chain types 15} */
export const TransactionOnChainData: Codec<TransactionOnChainData> = struct("TransactionOnChainData", {
  version: u64,
  transaction: Transaction,
  info: TransactionInfo,
  events: ContractEvents,
  accumulatorRootHash: HashValue,
  changes: WriteSet,
});

/**
 * The same bytes as {@link TransactionOnChainData}, but as the original bytes of the parts. Reading still decodes every part, to
 * find its end; the slices are views of the input. Writing joins the parts as they are.
 */
export const OnChainRecord: Codec<LedgerRecord> = defineCodec<LedgerRecord>({
  name: "TransactionOnChainData",
  minSize: () => TransactionOnChainData.minSize,
  shape: { kind: "wrapper", inner: () => TransactionOnChainData },
  read: (reader) => {
    const version = u64.read(reader);
    const transaction = readSlice(reader, Transaction, "transaction");
    const info = readSlice(reader, TransactionInfo, "info");
    const events = readSlice(reader, ContractEvents, "events");
    const accumulatorRoot = HashValue.read(reader);
    const writeSet = readSlice(reader, WriteSet, "changes");
    return { version, transaction, info, events, writeSet, accumulatorRoot };
  },
  write: (writer, record) => {
    if (typeof record !== "object" || record === null) throw writer.error("wrong_type", "TransactionOnChainData");
    u64.write(writer, record.version);
    writeSlice(writer, record.transaction, "transaction");
    writeSlice(writer, record.info, "info");
    writeSlice(writer, record.events, "events");
    HashValue.write(writer, record.accumulatorRoot);
    writeSlice(writer, record.writeSet, "changes");
  },
});

/** Answer to a request for one transaction. */
export type TransactionData =
  | { readonly kind: "OnChain"; readonly value: TransactionOnChainData }
  | { readonly kind: "Pending"; readonly value: SignedTransaction };

/** BCS of {@link TransactionData}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#15 | Specification, chain types 15} */
export const TransactionData: Codec<TransactionData> = enumeration("TransactionData", {
  OnChain: TransactionOnChainData,
  Pending: SignedTransaction,
});

function readSlice(reader: Reader, codec: AnyCodec, name: string): Uint8Array {
  const start = reader.position;
  try {
    codec.read(reader);
  } catch (error) {
    throw BcsError.within(error, name);
  }
  return reader.slice(start);
}

function writeSlice(writer: Writer, slice: Uint8Array, name: string): void {
  if (!isBytes(slice)) throw BcsError.within(writer.error("wrong_type", "bytes"), name);
  writer.bytes(slice);
}
