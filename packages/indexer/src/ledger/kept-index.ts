import { type LedgerReader, type LedgerSummary, StoreError, type TableIndexReader } from "@ledger/state-store";
import type { Awaitable } from "@ledger/types";
import { type IndexHead, indexedVersion, readHead } from "./index-head.ts";
import { type IndexSource, IndexUnavailable, patience, stillBuilt } from "./index-source.ts";

/** The same for one that has not been at the head yet, but soon will be: a network that has just begun. */
const patienceAtFirst = 10_000;

/** Versions that are indexed within the {@link patience}. */
const soonIndexed = 500n;

/** Milliseconds between two looks at an index that is behind. */
const interval = 10;

/** An index that may be dropped and built again while it is read. */
class OpenIndex {
  readonly #open: () => Awaitable<TableIndexReader | undefined>;
  #reader: TableIndexReader | undefined;

  constructor(open: () => Awaitable<TableIndexReader | undefined>) {
    this.#open = open;
  }

  /** The reader of the latest picture. */
  get reader(): TableIndexReader {
    return this.#reader!;
  }

  /** Takes a picture. @returns `undefined` where there is no index */
  async renew(): Promise<IndexHead | undefined> {
    this.#reader ??= await this.#open();
    try {
      return readHead(await this.#reader?.renew());
    } catch (error) {
      if (!(error instanceof StoreError && error.code === "file_moved")) throw error;
      // It was dropped; another one may have been built in its place.
      await this.close();
      this.#reader = await this.#open();
      return readHead(await this.#reader?.renew());
    }
  }

  async release(): Promise<void> {
    await this.#reader?.release();
  }

  async close(): Promise<void> {
    const gone = this.#reader;
    this.#reader = undefined;
    await gone?.close();
  }
}

/**
 * An index that somebody else keeps.
 *
 * @param open - opens it; `undefined` while there is none
 * @param openRecent - opens that of what was committed last, while the first one is built
 */
export function keptIndex(
  store: LedgerReader,
  open: () => Awaitable<TableIndexReader | undefined>,
  openRecent: () => Awaitable<TableIndexReader | undefined> = () => undefined,
): IndexSource {
  const [whole, recent] = [new OpenIndex(open), new OpenIndex(openRecent)];
  let used = whole;
  return {
    get index() {
      return used.reader;
    },
    mostRowsSeen: 200_000,
    release: () => used.release(),
    async bringTo(ledger) {
      const begun = performance.now();
      for (;;) {
        const isLate = performance.now() >= begun + patience;
        let seen: IndexHead | undefined;
        // What has come to the ledger is answered from; in the end, what is nearer to it.
        for (const each of isLate ? [recent, whole] : [whole, recent]) {
          const head = await each.renew();
          seen = head ?? seen;
          const isThere = head?.isReady === true && BigInt(head.next) > ledger.version;
          if (head?.isReady === true && (isThere || isLate) && (await isOf(head, store))) {
            if (each === whole) await recent.close();
            used = each;
            return head;
          }
          await each.release();
        }
        const isLast = isLate && (seen === undefined || seen.isReady || performance.now() >= begun + patienceAtFirst);
        if (isLast || !isSoonReady(seen, ledger)) throw unavailable(seen, ledger);
        await new Promise((resolve) => setTimeout(resolve, interval));
      }
    },
  };
}

/** False for one that takes longer to build than a client waits; a node that has just started makes its file meanwhile. */
function isSoonReady(head: IndexHead | undefined, ledger: LedgerSummary): boolean {
  if (head === undefined || head.isReady || head.since !== undefined) return true;
  return head.state === undefined && ledger.version - BigInt(head.next) < soonIndexed;
}

/** False for the index of another ledger, or of versions that are lost, which is about to be made again; and for one that a replica has earlier than its ledger. */
async function isOf(head: IndexHead, store: LedgerReader): Promise<boolean> {
  const ledger = await store.summary();
  const version = indexedVersion(head);
  return ledger !== undefined && version !== undefined && ledger.chainId === head.chainId && version <= ledger.version;
}

function unavailable(head: IndexHead | undefined, ledger: LedgerSummary): IndexUnavailable {
  if (head === undefined)
    return new IndexUnavailable(
      "this node keeps no index of tables: start it with --index, or build it with 'ledger-node index build'",
      "absent",
    );
  if (head.isReady) return new IndexUnavailable("the index of tables is not of this ledger, and has to be built again");
  return stillBuilt(head, ledger);
}
