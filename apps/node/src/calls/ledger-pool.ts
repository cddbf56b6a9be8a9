import { ApiError, overloaded, type TransactionPool } from "@ledger/api-core";
import type { CallLedger } from "./ledger-calls.ts";

/** Bounds of what is on its way to the pool at one time, from one process. */
export interface PoolLimits {
  readonly calls: number;
  /** Bytes of all transactions. */
  readonly bytes: number;
}

const defaultLimits: PoolLimits = { calls: 10_000, bytes: 64 * 2 ** 20 };

/**
 * The pool of a ledger that is kept in another thread or process. Its calls reject with a 503 when too many are under way, or when
 * nothing keeps the ledger at the moment.
 */
export function createLedgerPool(callLedger: CallLedger, limits: PoolLimits = defaultLimits): TransactionPool {
  let calls = 0;
  let bytes = 0;

  async function bounded<T>(size: number, call: () => Promise<T>): Promise<T> {
    if (calls >= limits.calls || bytes + size > limits.bytes) throw overloaded();
    calls += 1;
    bytes += size;
    try {
      return await call();
    } catch (cause) {
      throw new ApiError("internal_error", "the local network is not running at the moment", {
        status: 503,
        headers: { "Retry-After": "1" },
        cause,
      });
    } finally {
      calls -= 1;
      bytes -= size;
    }
  }

  return {
    submit: (transaction) => bounded(transaction.length, () => callLedger("submit", transaction)),
    findPending: (hash) => bounded(0, () => callLedger("find_pending", hash)),
  };
}
