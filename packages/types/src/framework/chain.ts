import { type Codec, struct, u8, u64 } from "@ledger/bcs";

/** `0x1::chain_id::ChainId`: which network this is. */
export interface ChainIdResource {
  readonly id: number;
}

/** BCS of {@link ChainIdResource}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#16 | Specification, chain types 16} */
export const ChainIdResource: Codec<ChainIdResource> = struct("ChainId", { id: u8 });

/** `0x1::timestamp::CurrentTimeMicroseconds`: time of the latest block. */
export interface CurrentTimeMicroseconds {
  readonly microseconds: bigint;
}

/** BCS of {@link CurrentTimeMicroseconds}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#16 | Specification, chain types 16} */
export const CurrentTimeMicroseconds: Codec<CurrentTimeMicroseconds> = struct("CurrentTimeMicroseconds", {
  microseconds: u64,
});

/** `0x1::state_storage::StateStorageUsage`: how much state there was at the beginning of the epoch. */
export interface StateStorageUsage {
  readonly epoch: bigint;
  readonly items: bigint;
  readonly bytes: bigint;
}

/** BCS of {@link StateStorageUsage}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#16 | Specification, chain types 16} */
export const StateStorageUsage: Codec<StateStorageUsage> = struct("StateStorageUsage", {
  epoch: u64,
  items: u64,
  bytes: u64,
});
