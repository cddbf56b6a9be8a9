/** Blocks of an epoch; the last one ends it. */
export const EPOCH_BLOCKS = 60n;

/** A round fails every so many blocks, so that proposers are seen to fail. */
const FAILED_ROUND_EVERY = 16n;

/** What consensus would have decided about a block, as a function of its height alone. */
export interface BlockPlan {
  readonly height: bigint;
  readonly epoch: bigint;
  /** Counts from 1 in every epoch; failed rounds count too. */
  readonly round: bigint;
  /** Validator indices of the proposers whose rounds failed since the block before. */
  readonly failedProposers: readonly number[];
  readonly startsEpoch: boolean;
  /** The block changes the epoch: it has no user transactions and no closing one. */
  readonly endsEpoch: boolean;
}

/** @param height - from 1 */
export function planBlock(height: bigint): BlockPlan {
  const index = (height - 1n) % EPOCH_BLOCKS;
  return {
    height,
    epoch: (height - 1n) / EPOCH_BLOCKS + 1n,
    round: index + 1n + (index + 1n) / FAILED_ROUND_EVERY,
    failedProposers: (index + 1n) % FAILED_ROUND_EVERY === 0n ? [0] : [],
    startsEpoch: index === 0n,
    endsEpoch: index === EPOCH_BLOCKS - 1n,
  };
}
