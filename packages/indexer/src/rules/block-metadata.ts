import { type BlockMetadata, formatHex, type Transaction } from "@ledger/types";
import type { RecordView } from "../record/record-view.ts";
import { formatTimestamp } from "../record/timestamp.ts";
import type { Row } from "../row.ts";

/** The row of `block_metadata_transactions`: one for each block. */
export function blockMetadata({ version, blockHeight, transaction }: RecordView): Row[] {
  const metadata = transaction && metadataOf(transaction);
  if (metadata === undefined) return [];
  return [
    {
      version,
      block_height: blockHeight,
      id: formatHex(metadata.id),
      round: metadata.round,
      epoch: metadata.epoch,
      proposer: formatHex(metadata.proposer),
      previous_block_votes_bitvec: [...metadata.previousBlockVotesBitvec],
      failed_proposer_indices: metadata.failedProposerIndices,
      timestamp: formatTimestamp(metadata.timestampUsecs),
    },
  ];
}

function metadataOf({ kind, value }: Transaction): BlockMetadata | undefined {
  if (kind === "BlockMetadata") return value;
  return kind === "BlockMetadataExt" ? value.value : undefined;
}
