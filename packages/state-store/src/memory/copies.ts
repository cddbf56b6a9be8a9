import type { AccumulatorFrontierState } from "@ledger/types";
import type { CommitBlock } from "../port.ts";

/** A copy of a block that shares no bytes with it. */
export function copyBlock(block: CommitBlock): CommitBlock {
  const records = block.records.map(({ writes, user, handleEvents, topics, ...record }) => ({
    ...copyBytes(record),
    writes: writes.map(copyBytes),
    user: user && copyBytes(user),
    handleEvents: handleEvents.map(copyBytes),
    topics: topics.map(copyBytes),
  }));
  return { ...copyBytes(block), records };
}

/** A copy of an accumulator that shares no bytes with it. */
export function copyFrontier(frontier: AccumulatorFrontierState | undefined): AccumulatorFrontierState | undefined {
  if (frontier === undefined) return undefined;
  return { leafCount: frontier.leafCount, roots: frontier.roots.map((root) => root.slice() as typeof root) };
}

/** A copy of an object with copies of the bytes that are its members. */
function copyBytes<T extends object>(given: T): T {
  const members = Object.entries(given).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Uint8Array ? value.slice() : value,
  ]);
  return Object.fromEntries(members) as T;
}
