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
  /** True once the pool has said that it has left, while those who read do not see yet what became of it. */
  hasLeft: boolean;
}

/** Bytes of transactions that have left the pool and are kept all the same: a replica may lag for hours. */
const mostLeftBytes = 64 * 1024 * 1024;

/** Options of {@link KeptTransactions}. */
export interface KeptOptions {
  /** Time until what a new pool has refused is offered to it again, milliseconds. */
  readonly retryMs?: number;
  /** For a node that answers from a replica: kept when that shows all that is stored now. It never fails. */
  readonly untilRead?: (() => Promise<void>) | undefined;
  /** Bytes of transactions that are kept until then at most: the oldest ones go first. */
  readonly mostLeft?: number;
}

/**
 * Keeps what clients have handed to the pool until the pool says that it has left, and offers it again to a new pool: the
 * thread that holds the pool may crash, and a client that got "accepted" would wait in vain. As many are kept as the pool holds, and
 * those of the blocks that are made and not stored.
 *
 * Where answers come from a replica that lags, a transaction that has left is found here until the replica shows it: a client that has seen it
 * wait must not be answered that it is unknown.
 */
export class KeptTransactions {
  readonly #callLedger: CallLedger;
  readonly #secondTry: number;
  readonly #untilRead: (() => Promise<void>) | undefined;
  readonly #mostLeft: number;
  /** By hash, in the order they came. */
  readonly #kept = new Map<string, Kept>();
  #pools = 0;
  /** Those that have left, in that order. */
  #left: { readonly hash: string; readonly kept: Kept }[] = [];
  #leftBytes = 0;
  #isWaiting = false;

  /** @param callLedger - has a call made where the pool is */
  constructor(callLedger: CallLedger, { retryMs = secondTry, untilRead, mostLeft = mostLeftBytes }: KeptOptions = {}) {
    this.#callLedger = callLedger;
    this.#secondTry = retryMs;
    this.#untilRead = untilRead;
    this.#mostLeft = mostLeft;
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

  /** Forgets transactions, when readers can see it: they are in the store, or the pool has dropped them. */
  forget(hashes: readonly HashValue[]): void {
    for (const each of hashes) {
      const hash = bytesToHex(each);
      const kept = this.#kept.get(hash);
      if (kept === undefined || kept.hasLeft) continue;
      if (this.#untilRead === undefined) {
        this.#kept.delete(hash);
        continue;
      }
      kept.hasLeft = true;
      this.#left.push({ hash, kept });
      this.#leftBytes += kept.bytes.length;
    }
    let first = 0;
    while (this.#leftBytes > this.#mostLeft) this.#drop(this.#left[first++]!);
    if (first > 0) this.#left = this.#left.slice(first);
    if (this.#untilRead !== undefined && !this.#isWaiting) void this.#dropWhenRead(this.#untilRead);
  }

  /** Drops what has left, when it can be read: all that has left until now at a time. */
  async #dropWhenRead(untilRead: () => Promise<void>): Promise<void> {
    this.#isWaiting = true;
    while (this.#left.length > 0) {
      const known = new Set(this.#left);
      await untilRead();
      // Some may have been dropped meanwhile.
      const read = this.#left.filter((each) => known.has(each));
      this.#left = this.#left.filter((each) => !known.has(each));
      for (const each of read) this.#drop(each);
    }
    this.#isWaiting = false;
  }

  #drop({ hash, kept }: { readonly hash: string; readonly kept: Kept }): void {
    this.#leftBytes -= kept.bytes.length;
    // It may have been submitted once more.
    if (this.#kept.get(hash) === kept) this.#kept.delete(hash);
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
        if (kept?.isAccepted !== true || kept.hasLeft) continue;
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
    const known = this.#kept.get(hash);
    const kept = known === undefined || known.hasLeft ? { bytes, isAccepted: false, hasLeft: false } : known;
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
