import { setTimeout as delay } from "node:timers/promises";
import type { Worker } from "node:worker_threads";

/** Longest time that a thread is given to start before it is ended, milliseconds. */
const longestStart = 5_000;

/**
 * Ends a thread once it has started: terminating one while it loads SQLite's addon aborts the whole process.
 *
 * @param started - resolves when the thread has opened its ledger, or has ended
 */
export async function endWorker(worker: Worker, started: Promise<void>): Promise<void> {
  const waiting = new AbortController();
  await Promise.race([started, delay(longestStart, undefined, waiting).catch(() => undefined)]);
  waiting.abort();
  await worker.terminate();
}
