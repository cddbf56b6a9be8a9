import { bool, type Codec, struct, u64 } from "@ledger/bcs";
import { EventHandle } from "../event/event-key.ts";

/** `0x1::coin::CoinStore<T>`: what an account holds of a coin. */
export interface CoinStore {
  /** Amount in the smallest unit. */
  readonly coin: bigint;
  readonly frozen: boolean;
  readonly depositEvents: EventHandle;
  readonly withdrawEvents: EventHandle;
}

/** BCS of {@link CoinStore}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#16 | Specification, chain types 16} */
export const CoinStore: Codec<CoinStore> = struct("CoinStore", {
  coin: u64,
  frozen: bool,
  depositEvents: EventHandle,
  withdrawEvents: EventHandle,
});
