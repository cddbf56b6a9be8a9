import { setTimeout as delay } from "node:timers/promises";
import type { HashValue } from "@ledger/types";
import { bytesToHex, hashSignedTransaction, type Submission } from "@ledger/types";
import type { CallLedger } from "./ledger-calls.ts";

/** Milliseconds until what a new pool has refused is offered again: blocks of what it has taken are made meanwhile. */
const secondTry = 1_000;

interface Kept {
  readonly bytes: Uint8Array;
  /** True once the pool has accepted it. */
  isAccepted: boolean;
}

/**
 * Keeps what clients have handed to the pool until the pool says that it has left, and offers it again to a new pool: the
 * thread that holds the pool may crash, and a client that got "accepted" would wait in vain. As many are kept as the pool holds, and
 * those of the blocks that are made and not stored.
 */
export class KeptTransactions {
  readonly #callLedger: CallLedger;
  readonly #secondTry: number;
  /** By hash, in the order they came. */
  readonly #kept = new Map<string, Kept>();
  #pools = 0;

  /**
   * @param callLedger - has a call made where the pool is
   * @param retryMs - time until what a new pool has refused is offered to it again, milliseconds
   */
  constructor(callLedger: CallLedger, retryMs = secondTry) {
    this.#callLedger = callLedger;
    this.#secondTry = retryMs;
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
   * Offers all that was accepted to a pool that begins. It may be full, and may refuse what rests on a transaction that was made and
   * not stored, and waits in the pool again: what is refused is offered once more. What is refused twice has been committed before, or
   * is not valid any more.
   *
   * @returns when all have been offered, or the pool is gone
   */
  async offerAgain(): Promise<void> {
    const pool = ++this.#pools;
    const refusedBefore = new Set<string>();
    for (let offered = [...this.#kept.keys()]; offered.length > 0; ) {
      const again: string[] = [];
      for (const hash of offered) {
        if (pool !== this.#pools) return;
        const kept = this.#kept.get(hash);
        if (kept?.isAccepted !== true) continue;
        const submission = await this.#callLedger("submit", kept.bytes).catch(() => undefined);
        // The next pool is offered it again.
        if (submission === undefined) return;
        if (submission.kind === "accepted") continue;
        if (submission.code === "mempool_is_full") again.push(hash);
        else if (refusedBefore.has(hash)) this.#kept.delete(hash);
        else {
          refusedBefore.add(hash);
          again.push(hash);
        }
      }
      offered = again;
      if (offered.length > 0) await delay(this.#secondTry, undefined, { ref: false });
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
