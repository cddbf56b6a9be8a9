import { type Codec, struct, u64, vector } from "@ledger/bcs";
import { Address } from "../address.ts";
import { BitVec } from "../bit-vec.ts";
import { EventHandle } from "../event/event-key.ts";

/** `0x1::block::BlockResource`. */
export interface BlockResource {
  readonly height: bigint;
  /** Length of an epoch in microseconds. */
  readonly epochInterval: bigint;
  readonly newBlockEvents: EventHandle;
  readonly updateEpochIntervalEvents: EventHandle;
}

/** BCS of {@link BlockResource}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#16 | Specification, chain types 16} */
export const BlockResource: Codec<BlockResource> = struct("BlockResource", {
  height: u64,
  epochInterval: u64,
  newBlockEvents: EventHandle,
  updateEpochIntervalEvents: EventHandle,
});

/** `0x1::block::NewBlockEvent`: emitted by the first transaction of a block. */
export interface NewBlockEvent {
  /** Block id, as an address. */
  readonly hash: Address;
  readonly epoch: bigint;
  readonly round: bigint;
  readonly height: bigint;
  readonly previousBlockVotesBitvec: BitVec;
  readonly proposer: Address;
  readonly failedProposerIndices: readonly bigint[];
  readonly timeMicroseconds: bigint;
}

/** BCS of {@link NewBlockEvent}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#16 | Specification, chain types 16} */
export const NewBlockEvent: Codec<NewBlockEvent> = struct("NewBlockEvent", {
  hash: Address,
  epoch: u64,
  round: u64,
  height: u64,
  previousBlockVotesBitvec: BitVec,
  proposer: Address,
  failedProposerIndices: vector(u64),
  timeMicroseconds: u64,
});
