import { at, BcsError, enumeration, struct, vector, withSource } from "@ledger/bcs";
import { TypesError } from "../errors.ts";
import { ContractEvent } from "../event/contract-event.ts";
import { ChainIdResource } from "../framework/chain.ts";
import type { HashValue } from "../hash-value.ts";
import { zeroHash } from "../hashing/literal-hash.ts";
import type { LedgerRecord } from "../ledger-record.ts";
import { accumulatorRoot } from "../merkle/accumulator.ts";
import { type SparseMerkleEntry, stateRoot } from "../merkle/sparse-merkle.ts";
import { type StateWrite, sparseMerkleUpdate, stateWrites } from "../state/state-write.ts";
import { WriteSet } from "../state/write-set.ts";
import { TransactionInfo } from "../transaction/transaction-info.ts";
import type { EpochState } from "./epoch-state.ts";
import { hashEvent, hashTransaction, hashTransactionInfo, hashWriteSet } from "./ledger-hash.ts";
import type { LedgerInfo } from "./ledger-info.ts";
import { epochStateOf, readWrittenResource } from "./next-epoch.ts";
import { computeWaypoint, type Waypoint } from "./waypoint.ts";

/** Everything that follows from a genesis blob. */
export interface Genesis {
  /** Version 0 as any other record: its byte strings are views of the blob, but for the info, which the blob does not hold. */
  readonly record: LedgerRecord;
  readonly transactionHash: HashValue;
  readonly eventRoot: HashValue;
  readonly stateChangeHash: HashValue;
  readonly stateRoot: HashValue;
  /** `0x1::chain_id::ChainId` of the state. */
  readonly chainId: number;
  /** The whole state at version 0. */
  readonly writes: readonly StateWrite[];
  /** The epoch after genesis, with its validators. */
  readonly epochState: EpochState;
  /** The unsigned ledger info of version 0. */
  readonly ledgerInfo: LedgerInfo;
  /** The waypoint that a published one of version 0 has to equal. */
  readonly waypoint: Waypoint;
}

/** Index of `GenesisTransaction` among the transactions, and of `Direct` and `Script` among its payloads. */
const genesisTransaction = 1;
const scriptPayload = 1;

/** The only form of a transaction that can begin a ledger, with the bytes of everything that is hashed. */
const GenesisTransaction = enumeration("Transaction", {
  GenesisTransaction: at(
    genesisTransaction,
    enumeration("WriteSetPayload", {
      Direct: struct("ChangeSet", {
        writeSet: withSource(WriteSet),
        events: withSource(vector(withSource(ContractEvent))),
      }),
    }),
  ),
});

/**
 * Decodes a genesis blob and derives version 0 of the ledger from it: every hash, the first validators and the waypoint.
 *
 * Nothing is trusted: whether the blob is that of a network is decided by comparing the waypoint. Time and memory are
 * linear in the size of the blob.
 *
 * @param blob - BCS of one transaction and nothing after it. The result holds views of it: do not change it
 * @throws {@link TypesError} `invalid_genesis` with the offset of the fault, when the blob does not decode;
 * `genesis_not_direct` for a payload that would have to be executed; `missing_resource`, `invalid_resource` or
 * `invalid_validator_set` when the state lacks what a ledger begins with
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#13 | Specification, chain types 13}
 * @example
 * ```ts
 * const { waypoint, chainId } = deriveGenesis(blob);
 * formatWaypoint(waypoint) === published;
 * ```
 */
export function deriveGenesis(blob: Uint8Array): Genesis {
  const { writeSet, events } = decodeChangeSet(blob);
  const writes = stateWrites(writeSet.value);
  const transactionHash = hashTransaction(blob);
  const eventRoot = accumulatorRoot(
    "EventAccumulator",
    events.value.map(({ source }) => hashEvent(source)),
  );
  const stateChangeHash = hashWriteSet(writeSet.source);
  const root = stateRoot(writes.map(sparseMerkleUpdate).filter(isPut));
  const info = TransactionInfo.encode({
    kind: "V0",
    value: {
      gasUsed: 0n,
      status: { kind: "Success" },
      transactionHash,
      eventRootHash: eventRoot,
      stateChangeHash,
      stateCheckpointHash: root,
      auxiliaryInfoHash: undefined,
    },
  });
  const epochState = epochStateOf(writes, blob);
  const ledgerInfo = genesisLedgerInfo(hashTransactionInfo(info), epochState);
  return {
    record: {
      version: 0n,
      transaction: blob,
      info,
      events: events.source,
      writeSet: writeSet.source,
      accumulatorRoot: ledgerInfo.commitInfo.executedStateId,
    },
    transactionHash,
    eventRoot,
    stateChangeHash,
    stateRoot: root,
    chainId: readWrittenResource(writes, "chain_id", "ChainId", ChainIdResource, blob).id,
    writes,
    epochState,
    ledgerInfo,
    waypoint: computeWaypoint(ledgerInfo),
  };
}

function decodeChangeSet(blob: Uint8Array) {
  if (blob[0] === genesisTransaction && blob[1] === scriptPayload) {
    const message = "invalid genesis: its payload is a script, and only a write set can be read without executing it";
    throw new TypesError("genesis_not_direct", message, { offset: 1 });
  }
  try {
    return GenesisTransaction.decode(blob).value.value;
  } catch (cause) {
    if (!(cause instanceof BcsError)) throw cause;
    throw new TypesError("invalid_genesis", `invalid genesis: ${cause.message}`, { offset: cause.offset, cause });
  }
}

function isPut(update: ReturnType<typeof sparseMerkleUpdate>): update is SparseMerkleEntry {
  return update[1] !== undefined;
}

/** Of one leaf, the accumulator root is that leaf. */
function genesisLedgerInfo(accumulatorRoot: HashValue, nextEpochState: EpochState): LedgerInfo {
  return {
    commitInfo: {
      epoch: 0n,
      round: 0n,
      id: zeroHash,
      executedStateId: accumulatorRoot,
      version: 0n,
      timestampUsecs: 0n,
      nextEpochState,
    },
    consensusDataHash: zeroHash,
  };
}
