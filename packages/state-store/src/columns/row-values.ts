import type { AccumulatorFrontierState, HashValue, LedgerRecord } from "@ledger/types";
import type { BlockEntry, LedgerSummary } from "../port.ts";
import { splitHashes, toBytes, toHash } from "./bytes-view.ts";

/** The columns of a record whose bytes count as its size. */
export const recordByteColumns = ["accumulator_root", "info", "events", "write_set", "body"] as const;

/** The columns of a record that its readers need, in the tables of both drivers: the others are for the indexes. */
export const recordColumns = ["version", ...recordByteColumns] as const;

/** The row of a record, as its readers need it. */
export interface RecordColumns {
  readonly version: number;
  readonly info: Uint8Array;
  readonly events: Uint8Array;
  readonly write_set: Uint8Array;
  readonly body: Uint8Array;
}

/** A record from its row. @param accumulatorRoot - from the column that each driver writes in its own way */
export function toRecord(row: RecordColumns, accumulatorRoot: HashValue): LedgerRecord {
  return {
    version: BigInt(row.version),
    transaction: toBytes(row.body),
    info: toBytes(row.info),
    events: toBytes(row.events),
    writeSet: toBytes(row.write_set),
    accumulatorRoot,
  };
}

/** An accumulator from its row. */
export function toFrontier(row: { readonly leaf_count: number; readonly roots: Uint8Array }): AccumulatorFrontierState {
  return { leafCount: BigInt(row.leaf_count), roots: splitHashes(row.roots) };
}

/** The row of a block, as the tables of both drivers have it. */
export interface BlockColumns {
  readonly height: number;
  readonly hash: Uint8Array;
  readonly epoch: number;
  readonly round: number;
  readonly timestamp_usecs: number;
  readonly first_version: number;
  readonly last_version: number;
}

/** A block from its row. */
export function toBlockEntry(row: BlockColumns): BlockEntry {
  return {
    height: BigInt(row.height),
    hash: toHash(row.hash),
    epoch: BigInt(row.epoch),
    round: BigInt(row.round),
    timestampUsecs: BigInt(row.timestamp_usecs),
    firstVersion: BigInt(row.first_version),
    lastVersion: BigInt(row.last_version),
  };
}

/** The row of a block. Its numbers have been checked to be below 2^53. */
export function toBlockColumns(block: BlockEntry): BlockColumns {
  return {
    height: Number(block.height),
    hash: block.hash,
    epoch: Number(block.epoch),
    round: Number(block.round),
    timestamp_usecs: Number(block.timestampUsecs),
    first_version: Number(block.firstVersion),
    last_version: Number(block.lastVersion),
  };
}

/** Heads and watermarks of a ledger, as the one row of both drivers has them. */
export interface HeadColumns {
  readonly version: number;
  readonly oldest_version: number;
  readonly oldest_ledger_version: number;
  readonly timestamp_usecs: number;
  readonly epoch: number;
  readonly block_height: number;
  readonly oldest_block_height: number;
  readonly last_module_version: number;
  /** 0 for none. */
  readonly incarnation: number;
}

/** Heads and watermarks of a ledger, as readers get them. */
export function toHeads(row: HeadColumns): Omit<LedgerSummary, "chainId" | "genesisHash" | "base"> {
  return {
    version: BigInt(row.version),
    oldestVersion: BigInt(row.oldest_version),
    oldestLedgerVersion: BigInt(row.oldest_ledger_version),
    timestampUsecs: BigInt(row.timestamp_usecs),
    epoch: BigInt(row.epoch),
    blockHeight: BigInt(row.block_height),
    oldestBlockHeight: BigInt(row.oldest_block_height),
    lastModuleVersion: BigInt(row.last_module_version),
    incarnation: row.incarnation === 0 ? undefined : row.incarnation,
  };
}
