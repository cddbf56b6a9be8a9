import type { LedgerReader } from "@ledger/state-store";
import { AccumulatorFrontier, type LedgerRecord } from "@ledger/types";
import type { LedgerPosition } from "../checks/block-assembler.ts";
import { findNextEpochInRecord } from "../checks/record.ts";
import { expectHash } from "../refusal/expect.ts";
import { SyncError } from "../refusal/sync-error.ts";

/** The end of a stored ledger. */
export interface StoredHead {
  readonly position: LedgerPosition;
  /** The latest record. */
  readonly record: LedgerRecord;
}

/**
 * Reads the head of a stored ledger, and checks that its accumulator fits its latest record.
 *
 * @returns `undefined` for an empty store
 * @throws {@link SyncError} `hash_mismatch` when the store contradicts itself
 */
export async function readHead(store: LedgerReader): Promise<StoredHead | undefined> {
  const summary = await store.summary();
  if (summary === undefined) return undefined;
  const [frontier, record] = await Promise.all([store.frontier(), store.readRecord(summary.version)]);
  const nextVersion = summary.version + 1n;
  // Of a ledger that begins above version 0 the accumulator may not be known; of others it always is.
  const isUnchained = frontier === undefined && summary.base !== undefined;
  if (!isUnchained && frontier?.leafCount !== nextVersion) {
    throw new SyncError("not_contiguous", "the stored accumulator does not end at the latest version", {
      version: summary.version,
      field: "accumulator_leaves",
      expected: String(nextVersion),
      actual: String(frontier?.leafCount ?? "none"),
    });
  }
  if (frontier !== undefined) {
    const root = new AccumulatorFrontier("TransactionAccumulator", frontier).root();
    expectHash("accumulator_root", summary.version, record.accumulatorRoot, root);
  }
  return {
    position: {
      nextVersion,
      frontier,
      chainId: summary.chainId,
      blockHeight: summary.blockHeight,
      timestampUsecs: summary.timestampUsecs,
      // The record that changes the epoch is the last one of its block.
      epoch: findNextEpochInRecord(record) ?? summary.epoch,
    },
    record,
  };
}
