import type { LedgerReader, LedgerStore } from "@ledger/state-store";
import type { TestedStore } from "./tested-store.ts";

const readNames = [
  "summary",
  "readState",
  "listState",
  "findValueOrigin",
  "findListingOrigin",
  "listSummaries",
  "readRecord",
  "listRecords",
  "findVersionByHash",
  "findVersionBySequenceNumber",
  "findBlockByHeight",
  "readBlockByVersion",
  "listEvents",
  "nextEventSequence",
  "listEventsByTopic",
  "frontier",
  "oldestFrontier",
] as const satisfies readonly (keyof LedgerReader)[];

/** A store whose reads go to a reader of its own, as soon as that sees everything that was written. */
export async function openThroughReader(tested: TestedStore): Promise<LedgerStore> {
  const store = await tested.open();
  await tested.settle();
  const reader = await tested.openReader();
  let isClosed = false;
  const reads = Object.fromEntries(
    readNames.map((name) => [
      name,
      async (...args: unknown[]) => {
        if (!isClosed) await tested.settle();
        return (reader[name] as (...args: unknown[]) => unknown)(...args);
      },
    ]),
  ) as Pick<LedgerReader, (typeof readNames)[number]>;
  return {
    ...reads,
    stats: () => store.stats(),
    begin: (base) => store.begin(base),
    addBaseValues: (values) => store.addBaseValues(values),
    completeAccount: (prefix, version, origin) => store.completeAccount(prefix, version, origin),
    commit: (batch) => store.commit(batch),
    prune: (target, maxRows) => store.prune(target, maxRows),
    planPrune: (target) => store.planPrune(target),
    compact: (maxBytes) => store.compact(maxBytes),
    verify: () => store.verify(),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await reader.close();
      await store.close();
      await tested.close();
    },
  };
}
