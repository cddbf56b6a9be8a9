import { buildChain } from "@ledger/sync/testing";
import type { LedgerRecord } from "@ledger/types";

/** Records of a block: metadata, user transactions, checkpoint. */
const blockSize = 18;

/** A ledger like a public one in its sizes: about 1 kB per record, five writes per user transaction. */
export function buildDataset(records: number): readonly LedgerRecord[] {
  const blocks = Math.ceil(records / (blockSize + 2));
  return buildChain(blocks, {
    transactionsPerBlock: blockSize,
    writesPerTransaction: 5,
    valueBytes: 120,
    blocksPerEpoch: 500,
  }).records;
}
