import type { LedgerReader } from "@ledger/state-store";
import type { HashValue } from "@ledger/types";
import type { ApiOptions, LeaveSignal } from "../contract/api.ts";
import type { ApiConfig } from "../contract/config.ts";
import type { TransactionPool } from "../contract/transaction-pool.ts";

// The package is compiled without DOM and Node types; these are all it needs of them.
declare const performance: { now(): number };
declare const setTimeout: (callback: () => void, milliseconds: number) => unknown;

/** Milliseconds between two looks at a store that does not tell when it has advanced. */
const interval = 20;
/** Longest time, in milliseconds, until it is noticed that a client has left. */
const notice = 100;

/** Inputs of {@link PendingWaits}. */
export interface PendingWaitsOptions {
  readonly store: Pick<LedgerReader, "summary" | "findVersionByHash">;
  readonly pool: TransactionPool;
  readonly limits: ApiConfig["waitByHash"];
  readonly awaitVersion: ApiOptions["awaitVersion"];
}

/**
 * Lets requests wait for transactions that a pool knows: until the ledger has them, the pool drops them, or time is up.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#9.8 | Specification, REST API 9.8}
 */
export class PendingWaits {
  readonly #options: PendingWaitsOptions;
  #waiting = 0;

  constructor(options: PendingWaitsOptions) {
    this.#options = options;
  }

  /** Resolves when there is nothing to wait for any more; at once when too many wait already. */
  async await(hash: HashValue, signal: LeaveSignal | undefined): Promise<void> {
    const { limits } = this.#options;
    if (this.#waiting >= limits.most) return;
    this.#waiting++;
    try {
      await this.#untilSettled(hash, performance.now() + limits.longestMs, signal);
    } finally {
      this.#waiting--;
    }
  }

  async #untilSettled(hash: HashValue, end: number, signal: LeaveSignal | undefined): Promise<void> {
    const { store, pool } = this.#options;
    let seen: bigint | undefined;
    for (let left = end - performance.now(); left > 0; left = end - performance.now()) {
      const version = (await store.summary())?.version ?? 0n;
      if (version !== seen) {
        if ((await store.findVersionByHash(hash)) !== undefined) return;
        if ((await pool.findPending(hash)) === undefined) return;
        seen = version;
      }
      await this.#nextLook(version, Math.min(left, notice));
      if (signal?.aborted) return;
    }
  }

  async #nextLook(version: bigint, longestMs: number): Promise<void> {
    const ledger = await this.#options.awaitVersion?.(version + 1n, longestMs);
    // In vain, perhaps because too many wait for versions.
    if (ledger === undefined) await new Promise<void>((resolve) => setTimeout(resolve, Math.min(longestMs, interval)));
  }
}
