import { StoreError } from "@ledger/state-store";
import { ApiError } from "../contract/error.ts";
import type { StreamMark } from "../contract/stream.ts";
import { formatMark } from "./place.ts";

/** Why a stream cannot go on at a place: it is pruned, or the ledger there is another one than it was. */
export type GoneReason = "pruned" | "reset";

/** Nothing can follow a place without a gap: 410, or `gone` in a stream. */
export class StreamGone extends ApiError<"version_pruned"> {
  readonly reason: GoneReason;
  /** Oldest version that can be read. */
  readonly oldest: bigint;

  constructor(reason: GoneReason, message: string, oldest: bigint) {
    super("version_pruned", message);
    this.reason = reason;
    this.oldest = oldest;
  }
}

/** The refusal of a place whose records are pruned. */
export function placePruned(place: StreamMark, oldest: bigint): StreamGone {
  return new StreamGone(
    "pruned",
    `what follows ${formatMark(place)} is pruned: the oldest version is ${oldest}`,
    oldest,
  );
}

/** The refusal of a place of a ledger that is not the one that is here. */
export function placeReset(place: StreamMark, oldest: bigint): StreamGone {
  const text = `${formatMark(place)} is no place of this ledger, which has begun again or has lost blocks`;
  return new StreamGone("reset", text, oldest);
}

/** Turns a read that pruning overtook into the refusal of its place; anything else is thrown as it is. */
export function goneOf(error: unknown, place: StreamMark): never {
  if (error instanceof StoreError && error.details.code === "version_pruned")
    throw placePruned(place, error.details.oldest);
  throw error;
}

/** The last thing of a stream that cannot go on: the reason, and the place to begin at again. */
export function goneToJson({ reason, message, oldest }: StreamGone): object {
  return { reason, message, oldest_version: `${oldest}`, oldest: formatMark({ version: oldest, index: 0 }) };
}
