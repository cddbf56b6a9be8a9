import type { BlockEntry } from "@ledger/state-store";
import { formatSeconds, formatTimestamp } from "../record/timestamp.ts";

/** Makes the value of a column that all rows of a block have. */
export type OfBlock = (block: Pick<BlockEntry, "height" | "epoch" | "timestampUsecs">) => bigint | string;

/** The height of the block. */
export const height: OfBlock = (block) => block.height;
/** The epoch of the block. */
export const epoch: OfBlock = (block) => block.epoch;
/** The time of the block, cut to whole seconds. */
export const seconds: OfBlock = ({ timestampUsecs }) => formatSeconds(timestampUsecs);
/** The time of the block, with microseconds. */
export const time: OfBlock = ({ timestampUsecs }) => formatTimestamp(timestampUsecs);
