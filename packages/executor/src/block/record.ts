import {
  type AccumulatorFrontier,
  accumulatorRoot,
  concatBytes,
  type HashValue,
  hashAuxiliaryInfo,
  hashEvent,
  hashTransaction,
  hashTransactionInfo,
  hashWriteSet,
  type LedgerRecord,
  PersistedAuxiliaryInfo,
  Transaction,
  TransactionInfo,
} from "@ledger/types";
import { encodedTransaction } from "../context/received-transaction.ts";
import type { BlockEntry } from "./execute-block.ts";

/** Variant index of user transactions. */
const userTransaction = Uint8Array.of(0);

/**
 * Turns the transactions of a block into ledger records: encodes, hashes, appends to the accumulator.
 *
 * @param frontier - the transaction accumulator before the block; it grows here
 * @param entries - all transactions of the block, in order
 * @param stateRoot - root of the state after the block
 */
export function recordBlock(
  frontier: AccumulatorFrontier,
  entries: readonly BlockEntry[],
  stateRoot: HashValue,
): LedgerRecord[] {
  return entries.map((entry, index) =>
    record(frontier, entry, index, index === entries.length - 1 ? stateRoot : undefined),
  );
}

function record(
  frontier: AccumulatorFrontier,
  { transaction, output, encoded }: BlockEntry,
  index: number,
  stateCheckpointHash: HashValue | undefined,
): LedgerRecord {
  const version = frontier.leafCount;
  const transactionBytes = encodeTransaction(transaction);
  const { writeSet, events } = encoded;
  const eventHashes = encoded.eachEvent.map(hashEvent);
  const auxiliaryInfo = PersistedAuxiliaryInfo.encode({ kind: "V1", value: { transactionIndex: index } });
  const info = TransactionInfo.encode({
    kind: "V0",
    value: {
      gasUsed: output.gasUsed,
      status: output.status,
      transactionHash: hashTransaction(transactionBytes),
      eventRootHash: accumulatorRoot("EventAccumulator", eventHashes),
      stateChangeHash: hashWriteSet(writeSet),
      stateCheckpointHash,
      auxiliaryInfoHash: hashAuxiliaryInfo(auxiliaryInfo),
    },
  });
  frontier.append(hashTransactionInfo(info));
  return {
    version,
    transaction: transactionBytes,
    info,
    events,
    writeSet,
    accumulatorRoot: frontier.root(),
  };
}

function encodeTransaction(transaction: Transaction): Uint8Array {
  if (transaction.kind !== "UserTransaction") return Transaction.encode(transaction);
  return concatBytes(userTransaction, encodedTransaction(transaction.value));
}
