import type { AccumulatorFrontierState, LedgerRecord } from "@ledger/types";
import type { CommitBlock, CommitRecord } from "../port.ts";

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

/** Bytes of records as they were committed. */
export function bytesOf(records: Iterable<CommitRecord>): number {
  let bytes = 0;
  for (const { transaction, info, events, writeSet, accumulatorRoot } of records) {
    bytes += transaction.length + info.length + events.length + writeSet.length + accumulatorRoot.length;
  }
  return bytes;
}

/** A copy: what its reader does with it does not change the ledger. */
export function toLedgerRecord({
  version,
  transaction,
  info,
  events,
  writeSet,
  accumulatorRoot,
}: CommitRecord): LedgerRecord {
  return {
    version,
    transaction: transaction.slice(),
    info: info.slice(),
    events: events.slice(),
    writeSet: writeSet.slice(),
    accumulatorRoot: accumulatorRoot.slice() as typeof accumulatorRoot,
  };
}
