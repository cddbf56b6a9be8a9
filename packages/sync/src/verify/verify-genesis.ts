import { BcsError } from "@ledger/bcs";
import type { LedgerIdentity } from "@ledger/state-store";
import {
  bytesEqual,
  deriveGenesis,
  type EpochState,
  formatWaypoint,
  type Genesis,
  type HashValue,
  type LedgerRecord,
  TypesError,
  type Waypoint,
} from "@ledger/types";
import { expectHash } from "../refusal/expect.ts";
import { SyncError } from "../refusal/sync-error.ts";

/** Derivations of records that this module made itself, so that taking in a genesis file derives it once. */
const derivations = new WeakMap<LedgerRecord, Genesis>();

/** The facts of a verified genesis. */
export interface GenesisReport {
  readonly identity: LedgerIdentity & { readonly genesisHash: HashValue };
  /** The waypoint of version 0, recomputed from the bytes. */
  readonly waypoint: Waypoint;
  /** True if a trusted waypoint was given for version 0, and is the recomputed one. Otherwise nothing vouches for the bytes. */
  readonly waypointMatched: boolean;
  /** Version 0 as a ledger record. */
  readonly record: LedgerRecord;
  /** Root of the state after version 0. */
  readonly stateRoot: HashValue;
  /** State items of version 0. */
  readonly stateKeys: number;
  /** The first epoch with its validators. */
  readonly epochState: EpochState;
}

/**
 * Recomputes everything that a genesis transaction determines (state root, event root, transaction info, accumulator
 * root, first validators) and compares the resulting waypoint with a trusted one.
 *
 * @param blob - BCS of one direct genesis transaction
 * @param waypoint - trusted; compared when it is for version 0
 * @throws {@link SyncError} `invalid_genesis` (its `cause` tells the byte offset), `wrong_waypoint`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#13 | Specification, chain types 13}
 */
export function verifyGenesis(blob: Uint8Array, waypoint?: Waypoint): GenesisReport {
  return report(deriveOrRefuse(blob), waypoint);
}

/**
 * Version 0 as a record, from a genesis blob.
 *
 * @throws {@link SyncError} `invalid_genesis`
 */
export function genesisRecord(blob: Uint8Array): LedgerRecord {
  const genesis = deriveOrRefuse(blob);
  derivations.set(genesis.record, genesis);
  return genesis.record;
}

function report(genesis: Genesis, waypoint: Waypoint | undefined): GenesisReport {
  const waypointMatched = waypoint !== undefined && waypoint.version === 0n;
  if (waypointMatched && !bytesEqual(waypoint.value, genesis.waypoint.value)) {
    throw wrongWaypoint(0n, formatWaypoint(waypoint), formatWaypoint(genesis.waypoint));
  }
  return {
    identity: { chainId: genesis.chainId, genesisHash: genesis.transactionHash },
    waypoint: genesis.waypoint,
    waypointMatched,
    record: genesis.record,
    stateRoot: genesis.stateRoot,
    stateKeys: genesis.writes.length,
    epochState: genesis.epochState,
  };
}

/**
 * Verifies version 0 as a source yielded it: every part must be the one that its transaction determines.
 *
 * @throws {@link SyncError} as {@link verifyGenesis}, and `hash_mismatch` for a part that is another one
 */
export function verifyGenesisRecord(record: LedgerRecord, waypoint?: Waypoint): GenesisReport {
  if (record.version !== 0n) {
    throw new SyncError("not_contiguous", "an empty store must start with genesis", {
      version: 0n,
      field: "version",
      expected: "0",
      actual: String(record.version),
    });
  }
  const derived = derivations.get(record);
  if (derived !== undefined) return report(derived, waypoint);
  const genesis = deriveOrRefuse(record.transaction);
  expectPart("transaction_info", genesis.record.info, record.info);
  expectPart("events", genesis.record.events, record.events);
  expectPart("write_set", genesis.record.writeSet, record.writeSet);
  expectHash("accumulator_root", 0n, genesis.record.accumulatorRoot, record.accumulatorRoot);
  return report(genesis, waypoint);
}

/** The refusal of a ledger that is not the trusted one. */
export function wrongWaypoint(version: bigint, expected: string, actual: string): SyncError {
  return new SyncError("wrong_waypoint", "the ledger does not match the waypoint", {
    version,
    field: "waypoint",
    expected,
    actual,
  });
}

function expectPart(field: string, expected: Uint8Array, actual: Uint8Array): void {
  if (bytesEqual(expected, actual)) return;
  throw new SyncError("hash_mismatch", `${field} does not match the genesis transaction`, {
    version: 0n,
    field,
    expected: `${expected.length} bytes`,
    actual: `${actual.length} other bytes`,
  });
}

function deriveOrRefuse(blob: Uint8Array): Genesis {
  try {
    return deriveGenesis(blob);
  } catch (cause) {
    if (!(cause instanceof TypesError) && !(cause instanceof BcsError)) throw cause;
    throw new SyncError("invalid_genesis", `cannot start from this genesis: ${cause.message}`, { cause });
  }
}
