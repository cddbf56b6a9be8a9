import { vector, withSource } from "@ledger/bcs";
import {
  AccumulatorFrontier,
  accumulatorRoot,
  ContractEvent,
  hashEvent,
  hashTransaction,
  hashTransactionInfo,
  hashWriteSet,
  type LedgerRecord,
  TransactionInfo,
} from "@ledger/types";

const Events = vector(withSource(ContractEvent));

/** Makes a ledger consistent again after records were changed: what a forger does who has no waypoint to meet. */
export function rehash(records: readonly LedgerRecord[]): LedgerRecord[] {
  const frontier = new AccumulatorFrontier("TransactionAccumulator");
  return records.map((record) => {
    const { kind, value } = TransactionInfo.decode(record.info);
    if (kind !== "V0") throw new Error("test chains have infos of variant 0");
    const info = TransactionInfo.encode({
      kind,
      value: {
        ...value,
        transactionHash: hashTransaction(record.transaction),
        eventRootHash: accumulatorRoot(
          "EventAccumulator",
          Events.decode(record.events).map(({ source }) => hashEvent(source)),
        ),
        stateChangeHash: hashWriteSet(record.writeSet),
      },
    });
    frontier.append(hashTransactionInfo(info));
    return { ...record, info, accumulatorRoot: frontier.root() };
  });
}
