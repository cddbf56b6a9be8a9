import type { AccumulatorFrontier, BlockMetadata } from "@ledger/types";
import type { ChainState } from "./chain-state.ts";

/** The head of a chain. */
export interface ChainHead {
  readonly state: ChainState;
  /** The transaction accumulator, which the chain continues. */
  readonly frontier: AccumulatorFrontier;
  /** Of the latest block; `undefined` at genesis. */
  readonly metadata: Pick<BlockMetadata, "epoch" | "round"> | undefined;
}
