import type { BlockEntry, LedgerReader } from "@ledger/state-store";
import {
  bytesEqual,
  computeWaypoint,
  type EpochState,
  formatWaypoint,
  nextEpochState,
  TypesError,
  type Waypoint,
  WriteSet,
  zeroHash,
} from "@ledger/types";
import { type CheckedRecord, checkRecord } from "../checks/record.ts";
import { SyncError } from "../refusal/sync-error.ts";
import { verifyGenesisRecord, wrongWaypoint } from "./verify-genesis.ts";
import type { WaypointStatus } from "./waypoint-status.ts";

/**
 * Compares a trusted waypoint at the end of an epoch with the ledger that reached it. No signature is needed: the waypoint
 * covers the accumulator root, the time and the next validators, which a verified ledger has.
 *
 * @param block - the block that the record completes; `undefined` when it completes none
 * @throws {@link SyncError} `wrong_waypoint`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#4.3 | Specification, ingest 4.3}
 */
export function checkWaypoint(waypoint: Waypoint, checked: CheckedRecord, block: BlockEntry | undefined): void {
  const { version, accumulatorRoot } = checked.record;
  if (block === undefined || checked.nextEpoch === undefined) {
    throw wrongWaypoint(version, formatWaypoint(waypoint), "a version that does not end an epoch");
  }
  const computed = computeWaypoint({
    commitInfo: {
      epoch: block.epoch,
      round: block.round,
      id: block.hash,
      executedStateId: accumulatorRoot,
      version,
      timestampUsecs: block.timestampUsecs,
      nextEpochState: nextEpochStateOf(checked),
    },
    consensusDataHash: zeroHash,
  });
  if (!bytesEqual(computed.value, waypoint.value)) {
    throw wrongWaypoint(version, formatWaypoint(waypoint), formatWaypoint(computed));
  }
}

/**
 * Compares a trusted waypoint with a stored ledger.
 *
 * @throws {@link SyncError} `wrong_waypoint`
 */
export async function checkPassedWaypoint(store: LedgerReader, waypoint: Waypoint): Promise<WaypointStatus> {
  const summary = await store.summary();
  if (summary === undefined || waypoint.version > summary.version) return "ahead";
  if (waypoint.version < summary.oldestLedgerVersion) return "not_kept";
  const record = await store.readRecord(waypoint.version);
  if (waypoint.version === 0n) {
    verifyGenesisRecord(record, waypoint);
    return "matched";
  }
  const block = await store.readBlockByVersion(waypoint.version);
  const completed = block.lastVersion === waypoint.version ? block : undefined;
  checkWaypoint(waypoint, checkRecord(record, { eventRoots: "warn" }), completed);
  return "matched";
}

/** The refusal of a waypoint that a ledger can never be compared with. @param because - where the ledger begins or ends */
export function unreachableWaypoint(version: bigint, because: string): SyncError {
  return new SyncError("waypoint_unreachable", `the waypoint cannot be compared: ${because}`, { version });
}

function nextEpochStateOf({ record }: CheckedRecord): EpochState {
  try {
    return nextEpochState(WriteSet.decode(record.writeSet));
  } catch (cause) {
    if (!(cause instanceof TypesError)) throw cause;
    throw new SyncError("invalid_block", "the record that starts the next epoch does not describe it", {
      version: record.version,
      field: "next_epoch",
      cause,
    });
  }
}
