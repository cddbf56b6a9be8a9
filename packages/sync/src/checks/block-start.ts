import { BcsError, type Codec, option, struct, u64 } from "@ledger/bcs";
import {
  type Address,
  type BlockMetadata,
  bytesEqual,
  type ContractEvent,
  formatHex,
  frameworkTag,
  HashValue,
  NewBlockEvent,
  structTagsEqual,
  type Transaction,
  zeroHash,
} from "@ledger/types";
import { expectBlock } from "../refusal/expect.ts";
import { SyncError } from "../refusal/sync-error.ts";

/** The facts about a block in its first record. */
export interface BlockStart {
  /** Block id. */
  readonly id: HashValue;
  readonly epoch: bigint;
  readonly round: bigint;
  /** Microseconds since the Unix epoch. */
  readonly timestampUsecs: bigint;
  /** From the block event; absent when the framework emits none that is known. */
  readonly height: bigint | undefined;
}

/** Codec of {@link BlockStart}, between the threads of a node. */
export const BlockStart: Codec<BlockStart> = struct("BlockStart", {
  id: HashValue,
  epoch: u64,
  round: u64,
  timestampUsecs: u64,
  height: option(u64),
});

/** Version 0 is a block by itself. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#4.4 | Specification, ingest 4.4} */
const genesisBlockStart: BlockStart = { id: zeroHash, epoch: 0n, round: 0n, timestampUsecs: 0n, height: 0n };

const newBlockEventTag = frameworkTag("block", "NewBlockEvent");

/**
 * Reads the start of a block from a record: from its metadata transaction and, as a cross-check, the block event that
 * comes with it. A transaction of another kind starts a block when it is not a user's and emits that event: a genesis
 * transaction that repaired a network, or a kind that is not known yet.
 *
 * @param transaction - `undefined` when it does not decode
 * @returns `undefined` when the record does not start a block
 * @throws {@link SyncError} `invalid_block` when transaction and event contradict each other, `invalid_record` when the
 * event does not decode
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.7 | Specification, ingest 5.7}
 */
export function findBlockStart(
  version: bigint,
  transaction: Transaction | undefined,
  events: readonly ContractEvent[],
): BlockStart | undefined {
  switch (transaction?.kind) {
    case "BlockMetadata":
      return fromMetadata(version, transaction.value, findBlockEvent(version, events));
    case "BlockMetadataExt":
      return fromMetadata(version, transaction.value.value, findBlockEvent(version, events));
    case "GenesisTransaction":
      return version === 0n ? genesisBlockStart : fromEvent(findBlockEvent(version, events));
    case undefined:
      return fromEvent(findBlockEvent(version, events));
    case "UserTransaction":
    case "StateCheckpoint":
    case "ValidatorTransaction":
    case "BlockEpilogue":
      return undefined;
  }
}

function fromMetadata(version: bigint, metadata: BlockMetadata, event: NewBlockEvent | undefined): BlockStart {
  const { id, epoch, round, timestampUsecs } = metadata;
  if (event !== undefined) {
    if (!bytesEqual(event.hash, id)) expectBlock("block_id", version, formatHex(id), formatHex(event.hash));
    expectBlock("epoch", version, epoch, event.epoch);
    expectBlock("round", version, round, event.round);
    expectBlock("timestamp", version, timestampUsecs, event.timeMicroseconds);
  }
  return { id, epoch, round, timestampUsecs, height: event?.height };
}

function fromEvent(event: NewBlockEvent | undefined): BlockStart | undefined {
  if (event === undefined) return undefined;
  const { epoch, round, height, timeMicroseconds } = event;
  return { id: addressToHash(event.hash), epoch, round, timestampUsecs: timeMicroseconds, height };
}

/** The event spells the block id as an address. */
function addressToHash(address: Address): HashValue {
  return new Uint8Array(address) as HashValue;
}

function findBlockEvent(version: bigint, events: readonly ContractEvent[]): NewBlockEvent | undefined {
  for (const { kind, value } of events) {
    if (kind !== "V1" || value.typeTag.kind !== "Struct" || !structTagsEqual(value.typeTag.value, newBlockEventTag)) {
      continue;
    }
    try {
      return NewBlockEvent.decode(value.data);
    } catch (cause) {
      if (!(cause instanceof BcsError)) throw cause;
      throw new SyncError("invalid_record", "the block event does not decode", { version, field: "events", cause });
    }
  }
  return undefined;
}
