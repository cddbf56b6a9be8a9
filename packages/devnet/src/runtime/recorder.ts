import { vector } from "@ledger/bcs";
import {
  type AccumulatorFrontier,
  accumulatorRoot,
  ContractEvent,
  type ExecutionStatus,
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
  WriteSet,
} from "@ledger/types";

/** What came out of a transaction. */
export interface Output {
  readonly writeSet: WriteSet;
  readonly events: readonly ContractEvent[];
  readonly gasUsed: bigint;
  readonly status: ExecutionStatus;
}

/** The output of a transaction that changes nothing. */
export const EMPTY_OUTPUT: Output = {
  writeSet: { kind: "V0", value: new Map() },
  events: [],
  gasUsed: 0n,
  status: { kind: "Success" },
};

const Events = vector(ContractEvent);

/** Turns transactions and their outputs into ledger records: encodes, hashes, appends to the accumulator. */
export class Recorder {
  readonly #frontier: AccumulatorFrontier;

  /** @param frontier - the transaction accumulator after the last record; it is grown here */
  constructor(frontier: AccumulatorFrontier) {
    this.#frontier = frontier;
  }

  /**
   * @param index - position of the transaction in its block
   * @param checkpoint - state root after the transaction, for the last one of a block
   */
  record(transaction: Transaction, output: Output, index: number, checkpoint: HashValue | undefined): LedgerRecord {
    const version = this.#frontier.leafCount;
    const transactionBytes = Transaction.encode(transaction);
    const writeSet = WriteSet.encode(output.writeSet);
    const eventHashes = output.events.map((event) => hashEvent(ContractEvent.encode(event)));
    const auxiliaryInfo = PersistedAuxiliaryInfo.encode({ kind: "V1", value: { transactionIndex: index } });
    const info = TransactionInfo.encode({
      kind: "V0",
      value: {
        gasUsed: output.gasUsed,
        status: output.status,
        transactionHash: hashTransaction(transactionBytes),
        eventRootHash: accumulatorRoot("EventAccumulator", eventHashes),
        stateChangeHash: hashWriteSet(writeSet),
        stateCheckpointHash: checkpoint,
        auxiliaryInfoHash: hashAuxiliaryInfo(auxiliaryInfo),
      },
    });
    this.#frontier.append(hashTransactionInfo(info));
    return {
      version,
      transaction: transactionBytes,
      info,
      events: Events.encode(output.events),
      writeSet,
      accumulatorRoot: this.#frontier.root(),
    };
  }
}
