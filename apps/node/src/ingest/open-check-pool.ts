import { createCheckPool, type ThreadedCheckPool } from "@ledger/sync/node";

/**
 * Threads that check records; none runs before there is much to check.
 *
 * @param onCrash - called with the reason why a thread has ended unexpectedly; when absent, a warning of the process is printed
 */
export function openCheckPool(onCrash?: (reason: string) => void): ThreadedCheckPool {
  return createCheckPool({ program: new URL("./check-worker.js", import.meta.url), onCrash });
}
