import {
  AccumulatorFrontier,
  type HashValue,
  hashTransactionInfo,
  type LedgerRecord,
  TransactionInfo,
} from "@ledger/types";

/** The same records, of which one claims another state root, with all hashes that follow from it. */
export function withFalseRoot(
  records: readonly LedgerRecord[],
  version: bigint,
  root: HashValue = new Uint8Array(32).fill(7) as HashValue,
): LedgerRecord[] {
  const frontier = new AccumulatorFrontier("TransactionAccumulator");
  return records.map((record) => {
    let { info } = record;
    if (record.version === version) {
      const { kind, value } = TransactionInfo.decode(info);
      if (kind !== "V0") throw new Error("the records of the demonstration have infos of variant 0");
      info = TransactionInfo.encode({ kind, value: { ...value, stateCheckpointHash: root } });
    }
    frontier.append(hashTransactionInfo(info));
    return { ...record, info, accumulatorRoot: frontier.root() };
  });
}
