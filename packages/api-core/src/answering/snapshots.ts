import { type BlockEntry, type LedgerReader, type LedgerSummary, StoreError } from "@ledger/state-store";
import type { Awaitable } from "@ledger/types";
import type { EndOfTurn } from "../contract/api.ts";

// The package is compiled without DOM and Node types; these are all it needs of them.
declare const setTimeout: (callback: () => void, milliseconds: number) => unknown;
declare const clearTimeout: (timer: unknown) => void;

/** Longest wait for a store where an answer needs little or nothing of it, milliseconds. */
const patience = 2_000;

/** The ledger as one request sees it. Without it only refusals can be given. */
export type Snapshot = { readonly ledger: LedgerSummary } | { readonly ledger: undefined; readonly cause: unknown };

/**
 * Takes the pictures of the ledger that requests are answered from. While nothing is committed or pruned it gives the
 * same object again, so that what is derived from it is derived once.
 */
export class Snapshots {
  readonly #store: LedgerReader;
  readonly #endOfTurn: EndOfTurn | undefined;
  readonly #release = () => {
    this.#current = undefined;
  };
  readonly #keepsOlderRecords: boolean;
  #latest: Snapshot = { ledger: undefined, cause: undefined };
  /** The store's own words for {@link #latest}. */
  #summary: LedgerSummary | undefined;
  #current: Awaitable<Snapshot> | undefined;

  /**
   * @param keepsOlderRecords - see {@link ApiConfig.keepsOlderRecords}
   * @param endOfTurn - with it, the requests of one turn share a picture; without it each has one of its own
   */
  constructor(store: LedgerReader, keepsOlderRecords: boolean, endOfTurn: EndOfTurn | undefined) {
    this.#store = store;
    this.#keepsOlderRecords = keepsOlderRecords;
    this.#endOfTurn = endOfTurn;
  }

  /** The picture for a request that begins now. Never rejects. */
  take(): Awaitable<Snapshot> {
    if (this.#current !== undefined) return this.#current;
    const taken = this.#read();
    if (this.#endOfTurn !== undefined) {
      this.#current = taken;
      this.#endOfTurn(this.#release);
    }
    return taken;
  }

  /**
   * The picture for what is answered even while the store is not: refusals, documents, and whether the node is healthy.
   *
   * @returns no ledger where the store keeps the picture waiting
   */
  takeSoon(): Awaitable<Snapshot> {
    const taken = this.take();
    if (!(taken instanceof Promise)) return taken;
    return new Promise((resolve) => {
      const late = { ledger: undefined, cause: new Error("the store does not answer") };
      const timer = setTimeout(() => resolve(late), patience);
      taken.then((snapshot) => {
        clearTimeout(timer);
        resolve(snapshot);
      });
    });
  }

  /** The picture for a request that has waited for something to be committed: one that this turn has taken may be from before. */
  takeFresh(): Awaitable<Snapshot> {
    this.#current = undefined;
    return this.take();
  }

  #read(): Awaitable<Snapshot> {
    const failed = (cause: unknown): Snapshot => ({ ledger: undefined, cause });
    try {
      const summary = this.#store.summary();
      if (summary instanceof Promise) return summary.then((ledger) => this.#keep(ledger)).catch(failed);
      const snapshot = this.#keep(summary);
      return snapshot instanceof Promise ? snapshot.catch(failed) : snapshot;
    } catch (cause) {
      return failed(cause);
    }
  }

  #keep(summary: LedgerSummary | undefined): Awaitable<Snapshot> {
    if (summary === undefined) return { ledger: undefined, cause: undefined };
    if (this.#summary !== undefined && isSameState(this.#summary, summary)) return this.#latest;
    const set = (ledger: LedgerSummary): Snapshot => {
      this.#summary = summary;
      this.#latest = { ledger };
      return this.#latest;
    };
    // Records go by whole blocks, so what begins with the oldest record begins with a block.
    if (summary.oldestLedgerVersion === summary.oldestVersion) return set(summary);
    const block = this.#store.readBlockByVersion(summary.oldestVersion);
    if (!(block instanceof Promise)) return set(this.#fromWholeBlocks(summary, block));
    return block.then(
      (found) => set(this.#fromWholeBlocks(summary, found)),
      async (cause: unknown) => {
        // It was pruned in between.
        if (cause instanceof StoreError && cause.code === "version_pruned")
          return this.#keep(await this.#store.summary());
        throw cause;
      },
    );
  }

  /**
   * The ledger as the API shows it: its oldest version is the first one of the first block that is kept whole.
   *
   * @param block - the one that holds the oldest state
   * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#1.9 | Specification, REST API 1.9}, rule 4
   */
  #fromWholeBlocks(summary: LedgerSummary, block: BlockEntry): LedgerSummary {
    // Within the latest block there is no later one to begin with.
    const isWhole = block.firstVersion === summary.oldestVersion || block.lastVersion === summary.version;
    const oldestVersion = isWhole ? summary.oldestVersion : block.lastVersion + 1n;
    if (this.#keepsOlderRecords) return { ...summary, oldestVersion };
    const oldestBlockHeight = isWhole ? block.height : block.height + 1n;
    return { ...summary, oldestVersion, oldestLedgerVersion: oldestVersion, oldestBlockHeight };
  }
}

/** Everything else in a summary follows from these. */
function isSameState(a: LedgerSummary, b: LedgerSummary): boolean {
  return (
    a.version === b.version &&
    a.incarnation === b.incarnation &&
    a.oldestVersion === b.oldestVersion &&
    a.oldestLedgerVersion === b.oldestLedgerVersion
  );
}
