import { setTimeout as delay } from "node:timers/promises";
import type { MessagePort } from "node:worker_threads";
import type { FollowCommand } from "./thread-follower.ts";

/** Options of work that follows a ledger. */
export interface FollowOptions<Report> {
  readonly signal: AbortSignal;
  readonly onReport: (report: Report) => void;
  /** Waits for more at the head of the ledger; the work ends there when this is absent. */
  readonly untilMore?: (() => Promise<void>) | undefined;
}

/** Milliseconds between two looks for new versions, where no message announces them. */
const interval = 1_000;

/** Follows a ledger in the thread of a port, which brings the commands, until it is stopped. */
export async function followHead<Report>(
  port: MessagePort,
  follow: (options: FollowOptions<Report>) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  let hasMore = false;
  let wake = (): void => undefined;
  port.on("message", (command: FollowCommand) => {
    if (command === "stop") stop.abort();
    hasMore = true;
    wake();
  });
  async function untilMore(): Promise<void> {
    if (!hasMore) {
      const woken = new AbortController();
      wake = () => woken.abort();
      await delay(interval, undefined, { signal: woken.signal }).catch(() => undefined);
    }
    hasMore = false;
  }
  await follow({ signal: stop.signal, onReport: (report) => port.postMessage(report), untilMore });
  port.close();
}
