import { equalBytes } from "./bytes.ts";
import type { CommitBatch, CommitBlock, LedgerIdentity, LedgerSummary } from "./port.ts";
import { StoreError } from "./store-error.ts";

/** Most bytes of metadata of a value. */
export const maxMetadataBytes = 65_535;

/** Longest state key that a store accepts, bytes. */
export const maxKeyBytes = 65_536;

/**
 * Refuses a batch that does not continue the store: another network, a gap, an overlap, a block whose records do not
 * match its bounds. Nothing has been written when this throws.
 *
 * @throws StoreError `wrong_network`, `batch_not_contiguous`, `batch_invalid`
 */
export function checkBatch(batch: CommitBatch, head: LedgerSummary | undefined): void {
  if (head !== undefined) checkIdentity(batch.identity, head);
  let height = head === undefined ? 0n : head.blockHeight + 1n;
  let version = head === undefined ? 0n : head.version + 1n;
  for (const block of batch.blocks) {
    if (block.height !== height || block.firstVersion !== version) {
      throw new StoreError(
        "batch_not_contiguous",
        `block ${block.height} at version ${block.firstVersion} does not follow: block ${height} at version ${version} is next`,
        { requested: block.firstVersion },
      );
    }
    checkRecords(block);
    checkNumbers(block);
    height += 1n;
    version = block.lastVersion + 1n;
  }
  if (batch.blocks.length > 0 && batch.frontier.leafCount !== version) {
    throw new StoreError(
      "batch_invalid",
      `the accumulator has ${batch.frontier.leafCount} leaves after version ${version - 1n}`,
    );
  }
}

function checkIdentity(claimed: LedgerIdentity, own: LedgerIdentity): void {
  if (claimed.chainId === own.chainId && equalBytes(claimed.genesisHash, own.genesisHash)) return;
  throw new StoreError("wrong_network", `the store holds chain ${own.chainId} with another genesis than the batch`);
}

/** Heights, epochs, rounds and timestamps are stored as integers that JavaScript keeps exact. */
function checkNumbers({ height, epoch, round, timestampUsecs, lastVersion }: CommitBlock): void {
  for (const value of [epoch, round, timestampUsecs, lastVersion]) {
    if (value < 0n || value > BigInt(Number.MAX_SAFE_INTEGER)) {
      throw new StoreError("batch_invalid", `block ${height} has a number beyond 2^53: ${value}`);
    }
  }
}

function checkRecords(block: CommitBlock): void {
  if (block.lastVersion - block.firstVersion + 1n !== BigInt(block.records.length) || block.records.length === 0) {
    throw new StoreError(
      "batch_invalid",
      `block ${block.height} has ${block.records.length} records, not those of its bounds`,
    );
  }
  let version = block.firstVersion;
  for (const record of block.records) {
    if (record.version !== version) {
      throw new StoreError("batch_not_contiguous", `record ${record.version} stands where ${version} is due`, {
        requested: record.version,
      });
    }
    for (const write of record.writes) {
      if (write.key.length === 0 || write.key.length > maxKeyBytes) {
        throw new StoreError("batch_invalid", `version ${version} writes a key of ${write.key.length} bytes`);
      }
      if (write.metadata !== undefined && write.metadata.length > maxMetadataBytes) {
        throw new StoreError("batch_invalid", `version ${version} writes ${write.metadata.length} bytes of metadata`);
      }
    }
    version += 1n;
  }
}
