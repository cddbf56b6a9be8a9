import { BcsError, tuple } from "@ledger/bcs";
import {
  AccumulatorFrontier,
  type AccumulatorFrontierState,
  AccumulatorProof,
  formatHash,
  type HashValue,
  hashTransactionInfo,
  LedgerInfoWithSignatures,
  TransactionInfo,
  verifyAccumulatorProof,
} from "@ledger/types";
import type { EpochChain } from "../epoch/epoch-chain.ts";
import { expectHash } from "../refusal/expect.ts";
import { SyncError } from "../refusal/sync-error.ts";
import type { SnapshotManifest } from "./manifest.ts";

const SnapshotProof = tuple([tuple([AccumulatorProof, TransactionInfo]), LedgerInfoWithSignatures]);

/** The place of a proved snapshot in the ledger. */
export interface SnapshotPlace {
  /** The accumulator after the version. */
  readonly frontier: AccumulatorFrontierState;
  /** Time of the version's block; 0 where the proof is by a later ledger info, which does not tell. */
  readonly timestampUsecs: bigint;
}

/**
 * Proves that a snapshot's root is the one that the ledger claims at its version: the ledger info is trusted, its
 * accumulator holds the transaction info, and that names the root.
 *
 * @param epochs - trusted: the waypoint of the version, or the epochs up to it
 * @throws {@link SyncError} `invalid_backup`, `invalid_signature`, `wrong_waypoint`, `hash_mismatch`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#6.6 | Specification, ingest 6.6}
 */
export function verifySnapshotProof(
  { version, rootHash }: SnapshotManifest,
  proof: Uint8Array,
  epochs: EpochChain,
): SnapshotPlace {
  const [[accumulatorProof, info], signed] = decodeProof(version, proof);
  epochs.verify(signed);
  const { executedStateId, version: provenVersion, timestampUsecs } = signed.value.ledgerInfo.commitInfo;
  if (provenVersion < version) throw invalid(version, `at least ${version}`, String(provenVersion));
  const leaf = hashTransactionInfo(TransactionInfo.encode(info));
  if (!verifyAccumulatorProof("TransactionAccumulator", accumulatorProof, executedStateId, version, leaf)) {
    throw invalid(version, formatHash(executedStateId), "a proof of another root");
  }
  const stateRoot: HashValue | undefined = info.value.stateCheckpointHash;
  if (stateRoot === undefined) throw invalid(version, "a version with a state root", "a version without one");
  expectHash("state_checkpoint_hash", version, stateRoot, rootHash);
  // The siblings to the left of the last leaf are the full subtrees before it.
  const left = accumulatorProof.siblings.filter((_, level) => ((version >> BigInt(level)) & 1n) === 1n);
  const frontier = new AccumulatorFrontier("TransactionAccumulator", { leafCount: version, roots: left.reverse() });
  frontier.append(leaf);
  return {
    frontier: { leafCount: frontier.leafCount, roots: frontier.roots },
    timestampUsecs: provenVersion === version ? timestampUsecs : 0n,
  };
}

function decodeProof(version: bigint, bytes: Uint8Array) {
  try {
    return SnapshotProof.decode(bytes);
  } catch (cause) {
    if (!(cause instanceof BcsError)) throw cause;
    throw new SyncError("invalid_backup", "the proof of a snapshot does not decode", {
      version,
      field: "proof",
      cause,
    });
  }
}

function invalid(version: bigint, expected: string, actual: string): SyncError {
  return new SyncError("invalid_backup", "the proof of a snapshot does not match its manifest", {
    version,
    field: "proof",
    expected,
    actual,
  });
}
