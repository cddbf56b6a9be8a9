import type { CommitBlock, CommitRecord } from "@ledger/state-store";
import type { AccumulatorFrontierState } from "@ledger/types";
import { formatHash, type HashValue } from "@ledger/types";
import { expectBlock } from "../refusal/expect.ts";
import { SyncError } from "../refusal/sync-error.ts";
import type { BlockStart } from "./block-start.ts";
import type { CheckedRecord } from "./record.ts";
import { recordBytes } from "./record-bytes.ts";

/** The place that the next block of a ledger continues. */
export interface BlockPosition {
  /** `0x1::chain_id::ChainId`, which every user transaction carries. */
  readonly chainId: number;
  /** Height of the latest block; -1 before genesis. */
  readonly blockHeight: bigint;
  /** Timestamp of the latest block, microseconds since the Unix epoch. */
  readonly timestampUsecs: bigint;
  /** Epoch that the next block belongs to: the one that the latest epoch change began. */
  readonly epoch: bigint;
}

/** The position of a verified ledger, between two blocks. */
export interface LedgerPosition extends BlockPosition {
  /** The version that comes next. */
  readonly nextVersion: bigint;
  /**
   * The transaction accumulator over everything before. Where it is not known, nothing proves that records follow each other:
   * each is still checked by itself.
   */
  readonly frontier: AccumulatorFrontierState | undefined;
}

/** A block that is complete and verified, with the accumulator after it. */
export interface VerifiedBlock {
  readonly block: CommitBlock;
  /** Absent where the accumulator before the ledger is not known. */
  readonly frontier: AccumulatorFrontierState | undefined;
  /** Bytes of its records, as the source sent them. */
  readonly byteLength: number;
  /** State root that the last record claims. */
  readonly stateRoot: HashValue;
  /** Epoch that begins after this block, when the block ends one. */
  readonly nextEpoch: bigint | undefined;
}

/** Bounds on a block that has not ended yet, so that a source without block ends cannot fill the memory. */
export interface BlockBounds {
  /** Most records in one block. */
  readonly records: number;
  /** Most bytes of records in one block. */
  readonly bytes: number;
}

/** Far above real blocks (a few thousand records, tens of megabytes). */
export const defaultBlockBounds: BlockBounds = { records: 100_000, bytes: 512 * 1024 * 1024 };

interface OpenBlock {
  readonly start: BlockStart;
  readonly height: bigint;
  readonly firstVersion: bigint;
  readonly records: CommitRecord[];
  byteLength: number;
}

/**
 * Groups the records of a ledger into blocks: their shape, monotone heights, epochs and times, and the chain id of user
 * transactions. That the records follow each other is for {@link checkPage} to find out.
 *
 * A block starts at a block metadata transaction and ends at the record whose info carries a state checkpoint hash;
 * version 0 is a block by itself.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.7 | Specification, ingest 5.7}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#14 | Specification, chain types 14}
 */
export class BlockAssembler {
  readonly #bounds: BlockBounds;
  readonly #chainId: number;
  #blockHeight: bigint;
  #timestampUsecs: bigint;
  #epoch: bigint;
  #open: OpenBlock | undefined;

  constructor(position: BlockPosition, bounds: BlockBounds = defaultBlockBounds) {
    this.#bounds = bounds;
    this.#chainId = position.chainId;
    this.#blockHeight = position.blockHeight;
    this.#timestampUsecs = position.timestampUsecs;
    this.#epoch = position.epoch;
  }

  /** Records of the block that has not ended yet. */
  get openRecords(): number {
    return this.#open?.records.length ?? 0;
  }

  /**
   * Takes the next record. After a refusal the object is spent: continue with a new one from the last good position.
   *
   * @returns the block that this record completes, if it does
   * @throws {@link SyncError} `wrong_network` (`chain_id`), `invalid_block`, `block_too_large`
   */
  accept(checked: CheckedRecord): VerifiedBlock | undefined {
    const { record } = checked;
    if (checked.chainId !== undefined && checked.chainId !== this.#chainId) {
      throw new SyncError("wrong_network", "a user transaction was signed for another chain", {
        version: record.version,
        field: "chain_id",
        expected: String(this.#chainId),
        actual: String(checked.chainId),
      });
    }
    const block = this.#extendBlock(checked);
    if (checked.nextEpoch !== undefined) this.#beginEpoch(record.version, checked.nextEpoch);
    return checked.stateRoot === undefined ? undefined : this.#endBlock(block, checked, checked.stateRoot);
  }

  #extendBlock(checked: CheckedRecord): OpenBlock {
    const { version } = checked.record;
    let block = this.#open;
    if (checked.blockStart !== undefined) {
      if (block !== undefined) {
        throw new SyncError("invalid_block", "a block starts before the previous one has ended", { version });
      }
      block = this.#startBlock(version, checked.blockStart);
      this.#open = block;
    } else if (block === undefined) {
      throw new SyncError("invalid_block", "a record is outside any block", { version });
    }
    if (checked.closesBlock !== undefined) {
      expectBlock("block_id", version, formatHash(block.start.id), formatHash(checked.closesBlock));
    }
    block.records.push(checked.commit);
    block.byteLength += recordBytes(checked.record);
    if (block.records.length > this.#bounds.records || block.byteLength > this.#bounds.bytes) {
      throw new SyncError("block_too_large", "a block has too many records or bytes", { version });
    }
    return block;
  }

  #startBlock(version: bigint, start: BlockStart): OpenBlock {
    const height = this.#blockHeight + 1n;
    if (start.height !== undefined) expectBlock("block_height", version, height, start.height);
    expectBlock("epoch", version, this.#epoch, start.epoch);
    // A block without transactions repeats the time of its parent.
    if (start.timestampUsecs < this.#timestampUsecs) {
      expectBlock("timestamp", version, `at least ${this.#timestampUsecs}`, start.timestampUsecs);
    }
    return { start, height, firstVersion: version, records: [], byteLength: 0 };
  }

  #beginEpoch(version: bigint, epoch: bigint): void {
    if (epoch <= this.#epoch) expectBlock("next_epoch", version, `above ${this.#epoch}`, epoch);
    this.#epoch = epoch;
  }

  #endBlock(block: OpenBlock, last: CheckedRecord, stateRoot: HashValue): VerifiedBlock {
    this.#open = undefined;
    this.#blockHeight = block.height;
    this.#timestampUsecs = block.start.timestampUsecs;
    return {
      block: {
        height: block.height,
        hash: block.start.id,
        epoch: block.start.epoch,
        round: block.start.round,
        timestampUsecs: block.start.timestampUsecs,
        firstVersion: block.firstVersion,
        lastVersion: last.record.version,
        records: block.records,
      },
      frontier: last.frontier,
      byteLength: block.byteLength,
      stateRoot,
      nextEpoch: last.nextEpoch,
    };
  }
}

/** The position of a ledger before its first record. */
export function positionBeforeGenesis(chainId: number): LedgerPosition {
  return {
    nextVersion: 0n,
    frontier: { leafCount: 0n, roots: [] },
    chainId,
    blockHeight: -1n,
    timestampUsecs: 0n,
    epoch: 0n,
  };
}
