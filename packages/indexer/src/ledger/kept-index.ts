import type { LedgerReader, LedgerSummary, TableIndexReader } from "@ledger/state-store";
import type { Awaitable } from "@ledger/types";
import { type IndexHead, indexedVersion, readHead } from "./index-head.ts";
import { type IndexSource, IndexUnavailable } from "./ledger-index.ts";

/** Milliseconds that a question waits for an index that follows the ledger: it is behind by one commit at most, as a rule. */
const patience = 2_000;

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
    return readHead(await opened?.renew());
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
        const isThere = head?.isReady === true && BigInt(head.next) > ledger.version;
        if (head?.isReady === true && (isThere || performance.now() >= deadline)) return expectOwn(head, store);
        // One that is being built takes longer than anybody waits.
        if (head?.isReady !== true) {
          await opened?.release();
          throw unavailable(head, ledger);
        }
        await opened!.release();
        await new Promise((resolve) => setTimeout(resolve, interval));
      }
    },
  };
}

/** The index of another ledger, or of versions that are lost, is about to be built again. */
async function expectOwn(head: IndexHead, store: LedgerReader): Promise<IndexHead> {
  const ledger = await store.summary();
  const version = indexedVersion(head);
  if (ledger !== undefined && version !== undefined && ledger.chainId === head.chainId && version <= ledger.version) {
    return head;
  }
  throw unavailable(undefined, ledger);
}

function unavailable(head: IndexHead | undefined, ledger: LedgerSummary | undefined): IndexUnavailable {
  if (head === undefined) return new IndexUnavailable("this node keeps no index of tables: start it with --index");
  const at = head.state === undefined ? `it is at version ${head.next}` : "it reads the state";
  return new IndexUnavailable(`the index of tables is being built: ${at}, the ledger at ${ledger?.version}`);
}
