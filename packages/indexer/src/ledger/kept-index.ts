import { type LedgerReader, type LedgerSummary, StoreError, type TableIndexReader } from "@ledger/state-store";
import type { Awaitable } from "@ledger/types";
import { type IndexHead, indexedVersion, readHead } from "./index-head.ts";
import { type IndexSource, IndexUnavailable } from "./index-source.ts";

/** Milliseconds that a question waits for an index that follows the ledger: it is behind by one commit at most, as a rule. */
const patience = 2_000;

/** Versions that are indexed within the {@link patience}. */
const soonIndexed = 500n;

/** Milliseconds between two looks at an index that is behind. */
const interval = 10;

/**
 * An index that somebody else keeps.
 *
 * @param open - opens it; `undefined` while there is none
 */
export function keptIndex(store: LedgerReader, open: () => Awaitable<TableIndexReader | undefined>): IndexSource {
  let opened: TableIndexReader | undefined;
  const read = async (): Promise<IndexHead | undefined> => {
    opened ??= await open();
    try {
      return readHead(await opened?.renew());
    } catch (error) {
      if (!(error instanceof StoreError && error.code === "file_moved")) throw error;
      // It was dropped; another one may have been built in its place.
      const gone = opened;
      opened = undefined;
      await gone?.close();
      opened = await open();
      return readHead(await opened?.renew());
    }
  };
  return {
    get index() {
      return opened!;
    },
    patience,
    mostRowsSeen: 200_000,
    async bringTo(ledger) {
      const deadline = performance.now() + patience;
      for (;;) {
        const head = await read();
        const isLate = performance.now() >= deadline;
        if (head?.isReady === true) {
          const isThere = BigInt(head.next) > ledger.version;
          if ((isThere || isLate) && (await isOf(head, store))) return head;
        }
        await opened?.release();
        if (isLate || !isSoonReady(head, ledger)) throw unavailable(head, ledger);
        await new Promise((resolve) => setTimeout(resolve, interval));
      }
    },
  };
}

/** False for one that takes longer to build than a client waits; a new network's is there at once. */
function isSoonReady(head: IndexHead | undefined, ledger: LedgerSummary): boolean {
  if (head === undefined || head.isReady) return head !== undefined;
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
  const at = head.state === undefined ? `it is at version ${head.next}` : "it reads the state";
  return new IndexUnavailable(`the index of tables is being built: ${at}, the ledger at ${ledger.version}`);
}
