import { setImmediate as nextTurn } from "node:timers/promises";
import { IndexBuilder, type IndexHead, type IndexProgress } from "@ledger/indexer/build";
import type { LedgerReader, TableIndexStore } from "@ledger/state-store";
import type { FollowOptions } from "../following/follow-head.ts";
import { openReader } from "../store/open-store.ts";
import { openRecentIndex, openTableIndex, removeRecentIndex } from "../store/open-table-index.ts";
import { type IndexReport, type IndexSettings, soonIndexed } from "./protocol.ts";

/**
 * Builds the index of a ledger's tables, from where it stands, while others read and write the ledger.
 *
 * @throws StoreError `store_locked` while another program builds it
 */
export async function keepIndex(
  settings: IndexSettings,
  { signal, onReport, untilMore }: FollowOptions<IndexReport>,
): Promise<void> {
  const { location, groups, newestFirst } = settings;
  // The index is of what was committed last: of a replica that lags behind it would be another ledger's.
  const store = await openReader(location, true);
  try {
    const index = await openTableIndex(location);
    let recent: RecentIndex | undefined;
    try {
      // It began at the head of then, and is made again in the time that bringing it to the head of now would take.
      await removeRecentIndex(location);
      const builder = new IndexBuilder(store, index, groups);
      let progress = await builder.step();
      if (newestFirst && isFarBehind(progress)) recent = await RecentIndex.begin(store, settings);
      while (!signal.aborted) {
        if (progress.isAtHead) {
          await recent?.end();
          recent = undefined;
        }
        const latest = await recent?.step();
        const report = reportOf(progress, latest);
        if (report !== undefined) onReport(report);
        if (!progress.isAtHead) await nextTurn();
        else if (untilMore === undefined) return;
        else await untilMore();
        // What was committed last comes first.
        if (latest === undefined || latest.isAtHead) progress = await builder.step();
      }
    } finally {
      await recent?.end();
      await index.close();
    }
  } finally {
    await store.close();
  }
}

/** The index of what is committed from now on, which begins with the state of now: it answers until that of all history is built. */
class RecentIndex {
  readonly #index: TableIndexStore;
  readonly #builder: IndexBuilder;
  readonly #location: IndexSettings["location"];

  private constructor(store: LedgerReader, index: TableIndexStore, { location, groups }: IndexSettings) {
    this.#index = index;
    this.#builder = new IndexBuilder(store, index, groups, { isRecent: true });
    this.#location = location;
  }

  static async begin(store: LedgerReader, settings: IndexSettings): Promise<RecentIndex> {
    return new RecentIndex(store, await openRecentIndex(settings.location), settings);
  }

  step(): Promise<IndexProgress> {
    return this.#builder.step();
  }

  /** Deletes it. */
  async end(): Promise<void> {
    await this.#index.close();
    await removeRecentIndex(this.#location);
  }
}

/** False for an index without rows of what is now, which are what one that begins at the head is for. */
function isFarBehind({ head, ledger, isAtHead }: IndexProgress): boolean {
  if (head === undefined || ledger === undefined || isAtHead || !head.knowsState) return false;
  return ledger.version - BigInt(head.next) > soonIndexed;
}

function reportOf(
  { head, ledger, isAtHead }: IndexProgress,
  latest: IndexProgress | undefined,
): IndexReport | undefined {
  if (head === undefined || ledger === undefined) return undefined;
  const recent = latest?.head?.isReady === true ? latest.head : undefined;
  const phase = isAtHead ? "done" : phaseOf(latest !== undefined && recent === undefined ? latest.head : head);
  const isReady = head.isReady || recent !== undefined;
  return { next: BigInt(head.next), head: ledger.version, phase, isReady, since: recent && BigInt(recent.since!) };
}

function phaseOf(head: IndexHead | undefined): "state" | "records" {
  return head?.state === undefined ? "records" : "state";
}
