import type { Awaitable, LedgerReader, LedgerSummary } from "@ledger/state-store";

/** The ledger as one request sees it. Without it only refusals can be given. */
export type Snapshot = { readonly ledger: LedgerSummary } | { readonly ledger: undefined; readonly cause: unknown };

/** Calls back when the requests that are at hand now have been answered, e.g. `setImmediate`. */
export type EndOfTurn = (callback: () => void) => void;

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
  #latest: Snapshot = { ledger: undefined, cause: undefined };
  #current: Awaitable<Snapshot> | undefined;

  /** @param endOfTurn - with it, the requests of one turn share a picture; without it each has one of its own */
  constructor(store: LedgerReader, endOfTurn: EndOfTurn | undefined) {
    this.#store = store;
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

  #read(): Awaitable<Snapshot> {
    const failed = (cause: unknown): Snapshot => ({ ledger: undefined, cause });
    try {
      const summary = this.#store.summary();
      if (summary instanceof Promise) return summary.then((ledger) => this.#keep(ledger), failed);
      return this.#keep(summary);
    } catch (cause) {
      return failed(cause);
    }
  }

  #keep(ledger: LedgerSummary | undefined): Snapshot {
    if (ledger === undefined) return { ledger, cause: undefined };
    if (this.#latest.ledger === undefined || !isSameState(this.#latest.ledger, ledger)) this.#latest = { ledger };
    return this.#latest;
  }
}

/** Everything else in a summary follows from these. */
function isSameState(a: LedgerSummary, b: LedgerSummary): boolean {
  return (
    a.version === b.version && a.oldestVersion === b.oldestVersion && a.oldestLedgerVersion === b.oldestLedgerVersion
  );
}
