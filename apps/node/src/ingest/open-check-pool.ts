import { createCheckPool, type ThreadedCheckPool } from "@ledger/sync/node";

/** Threads that check records; none runs before there is much to check. */
export function openCheckPool(): ThreadedCheckPool {
  return createCheckPool({ program: new URL("./check-worker.js", import.meta.url) });
}
