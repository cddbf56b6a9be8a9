import type { HashValue } from "@ledger/types";
import { bytesToHex, hashSignedTransaction, type Submission } from "@ledger/types";
import type { CallLedger } from "./ledger-calls.ts";

interface Kept {
  readonly bytes: Uint8Array;
  /** True once the pool has accepted it. */
  isAccepted: boolean;
}

/**
 * Keeps what clients have handed to the pool until the pool says that it has left, and offers it again to a new pool: the
 * thread that holds the pool may crash, and a client that got "accepted" would wait in vain. As many are kept as the pool holds.
 */
export class KeptTransactions {
  readonly #callLedger: CallLedger;
  /** By hash, in the order they came. */
  readonly #kept = new Map<string, Kept>();
  #pools = 0;

  /** @param callLedger - has a call made where the pool is */
  constructor(callLedger: CallLedger) {
    this.#callLedger = callLedger;
  }

  /** Transactions that are kept. */
  get size(): number {
    return this.#kept.size;
  }

  /** Makes a call where the ledger is kept. What clients submit is kept, and found here, also while there is no pool. */
  readonly call: CallLedger = async (kind, input) => {
    if (kind === "submit") return (await this.#submit(input as Uint8Array)) as never;
    if (kind === "find_pending") {
      const kept = this.#kept.get(bytesToHex(input as HashValue));
      if (kept?.isAccepted) return kept.bytes as never;
    }
    return this.#callLedger(kind, input);
  };

  /** Forgets transactions: they are in the store, or the pool has dropped them. */
  forget(hashes: readonly HashValue[]): void {
    for (const hash of hashes) this.#kept.delete(bytesToHex(hash));
  }

  /**
   * Offers all that was accepted to a pool that begins. What it refuses has been committed before, or is not valid any more.
   *
   * @returns when all have been offered, or the pool is gone
   */
  async offerAgain(): Promise<void> {
    const pool = ++this.#pools;
    for (const [hash, { bytes, isAccepted }] of [...this.#kept]) {
      if (pool !== this.#pools) return;
      if (!isAccepted || !this.#kept.has(hash)) continue;
      try {
        const submission = await this.#callLedger("submit", bytes);
        if (submission.kind === "refused") this.#kept.delete(hash);
      } catch {
        // The next pool is offered it again.
        return;
      }
    }
  }

  async #submit(bytes: Uint8Array): Promise<Submission> {
    const hash = bytesToHex(hashSignedTransaction(bytes));
    // Before the answer: the pool may tell that it has left before it has answered.
    const kept = this.#kept.get(hash) ?? { bytes, isAccepted: false };
    this.#kept.set(hash, kept);
    try {
      const submission = await this.#callLedger("submit", bytes);
      if (submission.kind === "accepted") kept.isAccepted = true;
      else if (!kept.isAccepted) this.#kept.delete(hash);
      return submission;
    } catch (error) {
      if (!kept.isAccepted) this.#kept.delete(hash);
      throw error;
    }
  }
}
