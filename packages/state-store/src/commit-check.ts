import { bytesEqual, isAccountPrefix } from "@ledger/types";
import type { BaseValue, LedgerBase } from "./base-port.ts";
import type { CommitBatch, CommitBlock, LedgerIdentity, LedgerSummary } from "./port.ts";
import { StoreError } from "./store-error.ts";

const largestU64 = 2n ** 64n - 1n;

/** Most bytes of metadata of a value. */
const maxMetadataBytes = 65_535;

/** Longest state key that a store accepts, bytes. */
const maxKeyBytes = 65_536;

/** Longest name of an origin, bytes of UTF-8. */
const maxOriginBytes = 255;

/** The place that a batch has to continue. */
export interface CommitPlace {
  /** Absent before the first commit. */
  readonly head: LedgerSummary | undefined;
  /** The beginning of the first batch: version 0, or the base. */
  readonly start: { readonly version: bigint; readonly blockHeight: bigint };
  /** True if the ledger's accumulator is known. */
  readonly isChained: boolean;
}

/** The place of a first batch that begins with genesis. */
export const genesisStart = { version: 0n, blockHeight: 0n } as const;

/**
 * Refuses a batch that does not continue the store: another network, a gap, an overlap, a block whose records do not
 * match its bounds. Nothing has been written when this throws.
 *
 * @throws StoreError `wrong_network`, `batch_not_contiguous`, `batch_invalid`
 */
export function checkBatch(batch: CommitBatch, { head, start, isChained }: CommitPlace): void {
  if (head !== undefined) checkIdentity(batch.identity, head);
  let height = head === undefined ? start.blockHeight : head.blockHeight + 1n;
  let version = head === undefined ? start.version : head.version + 1n;
  for (const block of batch.blocks) {
    if (block.height !== height || block.firstVersion !== version) {
      throw new StoreError(
        "batch_not_contiguous",
        `expected block ${height} at version ${version}, got block ${block.height} at version ${block.firstVersion}`,
      );
    }
    checkRecords(block);
    checkNumbers(block, largestU64);
    height += 1n;
    version = block.lastVersion + 1n;
  }
  const leaves = batch.frontier?.leafCount;
  if (batch.blocks.length > 0 && leaves !== (isChained ? version : undefined)) {
    throw new StoreError("batch_invalid", `the accumulator has ${leaves ?? "no"} leaves after version ${version - 1n}`);
  }
}

/**
 * Refuses a batch with a number that a column cannot hold: JavaScript keeps integers exact up to 2^53. A store without columns keeps
 * every u64.
 *
 * @throws StoreError `batch_invalid`
 */
export function checkColumns({ blocks }: CommitBatch): void {
  for (const block of blocks) checkNumbers(block, BigInt(Number.MAX_SAFE_INTEGER));
}

function checkNumbers({ height, epoch, round, timestampUsecs, lastVersion }: CommitBlock, largest: bigint): void {
  for (const value of [epoch, round, timestampUsecs, lastVersion]) {
    if (value < 0n || value > largest)
      throw new StoreError("batch_invalid", `block ${height} has a number that is not from 0 to ${largest}: ${value}`);
  }
}

/** Refuses a base that contradicts itself. @throws StoreError `invalid_argument` */
export function checkBase({ version, blockHeight, frontier }: LedgerBase): void {
  const highest = BigInt(Number.MAX_SAFE_INTEGER);
  const leaves = frontier?.leafCount ?? version;
  if (version < 1n || blockHeight < 1n || version > highest || blockHeight > highest || leaves !== version) {
    throw new StoreError(
      "invalid_argument",
      `a ledger cannot begin with block ${blockHeight} at version ${version} after ${leaves} leaves`,
    );
  }
}

/** Refuses base values that a store cannot keep. @throws StoreError `invalid_argument` */
export function checkBaseValues(values: readonly BaseValue[], state: LedgerBase["state"]): void {
  const text = new TextEncoder();
  for (const base of values) {
    const { key, origin } = base;
    const metadata = base.kind === "value" ? base.metadata : undefined;
    const isSound =
      key.length > 0 &&
      key.length <= maxKeyBytes &&
      (metadata === undefined || metadata.length <= maxMetadataBytes) &&
      (origin === undefined || text.encode(origin).length <= maxOriginBytes) &&
      (state === "partial" || (base.kind === "value" && origin === undefined));
    if (!isSound) throw new StoreError("invalid_argument", `a ${state} base cannot hold this value (${base.kind})`);
  }
}

/** Refuses what is not the prefix of an account's keys. @throws StoreError `invalid_argument` */
export function checkAccountPrefix(prefix: Uint8Array): void {
  if (isAccountPrefix(prefix)) return;
  throw new StoreError("invalid_argument", "the prefix of an account must be a zero byte and the address");
}

/** Refuses a prune step that could delete nothing. @throws StoreError `invalid_argument` */
export function checkPruneStep(maxRows: number): void {
  if (maxRows < 1) throw new StoreError("invalid_argument", "a prune step must be allowed to delete at least one row");
}

function checkIdentity(claimed: LedgerIdentity, own: LedgerIdentity): void {
  const { chainId, genesisHash } = own;
  const isUnknown = claimed.genesisHash === undefined || genesisHash === undefined;
  if (claimed.chainId === chainId && (isUnknown || bytesEqual(claimed.genesisHash, genesisHash))) return;
  throw new StoreError(
    "wrong_network",
    `the batch belongs to another network: the store holds chain ${own.chainId} with another genesis`,
  );
}

function checkRecords(block: CommitBlock): void {
  if (block.lastVersion - block.firstVersion + 1n !== BigInt(block.records.length) || block.records.length === 0) {
    throw new StoreError(
      "batch_invalid",
      `block ${block.height} has ${block.records.length} records, which do not match its first and last version`,
    );
  }
  let version = block.firstVersion;
  for (const record of block.records) {
    if (record.version !== version) {
      throw new StoreError("batch_not_contiguous", `expected the record of version ${version}, got ${record.version}`);
    }
    for (const write of record.writes) {
      if (write.key.length === 0 || write.key.length > maxKeyBytes) {
        throw new StoreError(
          "batch_invalid",
          `version ${version} writes a key of ${write.key.length} bytes; a key must have 1 to ${maxKeyBytes}`,
        );
      }
      if (write.metadata !== undefined && write.metadata.length > maxMetadataBytes) {
        throw new StoreError(
          "batch_invalid",
          `version ${version} writes ${write.metadata.length} bytes of metadata; at most ${maxMetadataBytes} are allowed`,
        );
      }
    }
    version += 1n;
  }
}
