import { BcsError, type Codec, type Sourced, vector, withSource } from "@ledger/bcs";
import type { CommitRecord } from "@ledger/state-store";
import type { AccumulatorFrontierState } from "@ledger/types";
import {
  accumulatorRoot,
  bytesEqual,
  ContractEvent,
  decodeTransaction,
  eventTopics,
  formatHash,
  type HashValue,
  hashEvent,
  hashTransaction,
  hashTransactionInfo,
  hashWriteSet,
  type LedgerRecord,
  replayProtectorOf,
  type StateWrite,
  stateWrites,
  type Transaction,
  TransactionInfo,
  WriteSet,
} from "@ledger/types";
import { expectHash } from "../refusal/expect.ts";
import { SyncError } from "../refusal/sync-error.ts";
import { type BlockStart, findBlockStart } from "./block-start.ts";
import type { IngestWarning } from "./ingest-warning.ts";
import { findNextEpoch, findWrittenEpoch } from "./next-epoch.ts";

/** How strictly records are checked. */
export interface CheckOptions {
  /** The treatment of events that do not match their transaction info; see {@link IngestOptions.eventRoots}. */
  readonly eventRoots: "strict" | "warn";
}

/**
 * A record whose parts agree with its transaction info. Whether the info belongs to the ledger is another question, which
 * {@link checkPage} answers.
 */
export interface CheckedRecord {
  readonly record: LedgerRecord;
  /** The record with what the store's indexes need. */
  readonly commit: CommitRecord;
  /** State root that the info claims: present on the last record of a block. */
  readonly stateRoot: HashValue | undefined;
  /** Chain that a user transaction was signed for. */
  readonly chainId: number | undefined;
  /** Present when the record starts a block. */
  readonly blockStart: BlockStart | undefined;
  /** Block id that a closing transaction names. */
  readonly closesBlock: HashValue | undefined;
  /** Epoch that the record begins. */
  readonly nextEpoch: bigint | undefined;
  /** Leaf of the transaction accumulator. */
  readonly infoHash: HashValue;
  /** The accumulator after the record, where it ends a block and the accumulator is known; set by {@link checkPage}. */
  readonly frontier?: AccumulatorFrontierState | undefined;
  readonly warnings: readonly IngestWarning[];
}

const Events = vector(withSource(ContractEvent));

/** Offset and length of the event key in a handle event: after the variant index. */
const eventKeyAt = 1;
const eventKeyLength = 40;

/** The values of a record's parts. */
export interface RecordParts {
  readonly info: TransactionInfo;
  /** `undefined` for a kind that does not decode. */
  readonly transaction: Transaction | undefined;
  readonly events: readonly Sourced<ContractEvent>[];
  readonly writeSet: WriteSet;
}

/**
 * Checks everything about a record that needs nothing but the record: its parts decode whole, and transaction hash,
 * event root and state change hash are those of its transaction info. A transaction of a kind that does not decode is
 * accepted when its hash is right.
 *
 * @param parts - what the record decodes to, where that is known
 * @throws {@link SyncError} `invalid_record`, `hash_mismatch`, `invalid_block`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#14 | Specification, chain types 14}
 */
export function checkRecord(
  record: LedgerRecord,
  { eventRoots }: CheckOptions,
  parts: RecordParts = new UndecodedParts(record),
): CheckedRecord {
  const { version } = record;
  const { info } = parts;
  const warnings: IngestWarning[] = [];

  const hash = transactionHash(record);
  expectHash("transaction_hash", version, info.value.transactionHash, hash);
  const { transaction } = parts;
  if (transaction === undefined) warnings.push({ kind: "opaque_transaction", version });

  const sourced = parts.events;
  const eventRoot = eventRootOf(sourced);
  const { eventRootHash, stateChangeHash, stateCheckpointHash } = info.value;
  const eventsVerified = bytesEqual(eventRoot, eventRootHash);
  if (!eventsVerified) {
    if (eventRoots === "strict") expectHash("event_root_hash", version, eventRootHash, eventRoot);
    const expected = formatHash(eventRootHash);
    warnings.push({ kind: "event_root", version, expected, actual: formatHash(eventRoot) });
  }
  const events = sourced.map(({ value }) => value);

  expectHash("state_change_hash", version, stateChangeHash, hashWriteSet(record.writeSet));
  const writes = stateWrites(parts.writeSet);

  const user = transaction?.kind === "UserTransaction" ? transaction.value.rawTxn : undefined;
  return {
    record,
    commit: {
      ...record,
      hash,
      writes,
      user: user && { sender: user.sender, replayProtector: replayProtectorOf(user) },
      handleEvents: sourced.flatMap(({ value, source }, index) =>
        value.kind === "V1"
          ? {
              key: source.subarray(eventKeyAt, eventKeyAt + eventKeyLength),
              sequenceNumber: value.value.sequenceNumber,
              index,
            }
          : [],
      ),
      topics: eventTopics(events, user?.sender),
    },
    infoHash: hashTransactionInfo(record.info),
    stateRoot: stateCheckpointHash,
    chainId: user?.chainId,
    // Rewritten events say nothing about the block.
    blockStart: findBlockStart(version, transaction, eventsVerified ? events : []),
    closesBlock: closedBlock(transaction),
    nextEpoch: nextEpochOf(version, eventsVerified ? events : undefined, writes),
    warnings,
  };
}

/** Decodes each part of a record when it is asked for: a wrong hash is reported first, before its bytes do not decode. */
class UndecodedParts implements RecordParts {
  readonly #record: LedgerRecord;

  constructor(record: LedgerRecord) {
    this.#record = record;
  }

  get info(): TransactionInfo {
    return decodePart(this.#record.version, "transaction_info", TransactionInfo, this.#record.info);
  }

  get transaction(): Transaction | undefined {
    return decodeTransaction(this.#record);
  }

  get events(): readonly Sourced<ContractEvent>[] {
    return decodePart(this.#record.version, "events", Events, this.#record.events);
  }

  get writeSet(): WriteSet {
    return decodePart(this.#record.version, "write_set", WriteSet, this.#record.writeSet);
  }
}

/** The epoch that a record begins, if it does. @throws {@link SyncError} `invalid_record` */
export function findNextEpochInRecord(record: LedgerRecord): bigint | undefined {
  const { info, events, writeSet } = new UndecodedParts(record);
  const areProved = bytesEqual(eventRootOf(events), info.value.eventRootHash);
  const proved = areProved ? events.map(({ value }) => value) : undefined;
  return nextEpochOf(record.version, proved, stateWrites(writeSet));
}

function eventRootOf(events: RecordParts["events"]): HashValue {
  return accumulatorRoot(
    "EventAccumulator",
    events.map(({ source }) => hashEvent(source)),
  );
}

/** The epoch that a record begins. Events without proof must not decide it: then its writes say it, which are proved. */
function nextEpochOf(
  version: bigint,
  provedEvents: readonly ContractEvent[] | undefined,
  writes: readonly StateWrite[],
): bigint | undefined {
  return provedEvents === undefined ? findWrittenEpoch(version, writes) : findNextEpoch(version, provedEvents);
}

function transactionHash({ version, transaction }: LedgerRecord): HashValue {
  try {
    return hashTransaction(transaction);
  } catch (cause) {
    if (!(cause instanceof BcsError)) throw cause;
    throw new SyncError("invalid_record", "the transaction does not decode", { version, field: "transaction", cause });
  }
}

function closedBlock(transaction: Transaction | undefined): HashValue | undefined {
  switch (transaction?.kind) {
    case "StateCheckpoint":
      return transaction.value;
    case "BlockEpilogue":
      return transaction.value.value.blockId;
    case "UserTransaction":
    case "GenesisTransaction":
    case "BlockMetadata":
    case "BlockMetadataExt":
    case "ValidatorTransaction":
    case undefined:
      return undefined;
  }
}

function decodePart<T>(version: bigint, field: string, codec: Pick<Codec<T>, "decode">, bytes: Uint8Array): T {
  try {
    return codec.decode(bytes);
  } catch (cause) {
    if (!(cause instanceof BcsError)) throw cause;
    throw new SyncError("invalid_record", `${field} does not decode (${cause.code} at byte ${cause.offset})`, {
      version,
      field,
      cause,
    });
  }
}
