import type { BlockEntry, LedgerSummary } from "../port.ts";
import { toHash } from "./bytes-view.ts";

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

/** Where a ledger stands, as the one row of both drivers has it. */
export interface HeadColumns {
  readonly version: number;
  readonly oldest_version: number;
  readonly oldest_ledger_version: number;
  readonly timestamp_usecs: number;
  readonly epoch: number;
  readonly block_height: number;
  readonly oldest_block_height: number;
  readonly last_module_version: number;
}

/** Where a ledger stands, as readers are told. */
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
  };
}
