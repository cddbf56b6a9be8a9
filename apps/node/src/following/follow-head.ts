import { setTimeout as delay } from "node:timers/promises";
import { connectParent } from "@ledger/kit/threads";

/** Functions of a thread that follows a ledger. */
export interface FollowFunctions {
  /** Something was committed. */
  committed(input: undefined): undefined;
  /** Ends it after the step that it is at. */
  stop(input: undefined): undefined;
}

/** Functions that it calls. */
export interface FollowListener<Report> {
  report(report: Report): undefined;
}

/** Options of work that follows a ledger. */
export interface FollowOptions<Report> {
  readonly signal: AbortSignal;
  readonly onReport: (report: Report) => void;
  /** Waits for more at the head of the ledger; the work ends there when this is absent. */
  readonly untilMore?: (() => Promise<void>) | undefined;
}

/** Milliseconds between two looks for new versions, where no message announces them. */
const interval = 1_000;

/** Follows a ledger in the thread that this runs in, until it is stopped. */
export async function followHead<Report>(follow: (options: FollowOptions<Report>) => Promise<void>): Promise<void> {
  const parent = connectParent<FollowListener<Report>, FollowFunctions>();
  const stop = new AbortController();
  let hasMore = false;
  let wake = (): void => undefined;
  const committed = (): undefined => {
    hasMore = true;
    wake();
  };
  parent.serve({
    committed,
    stop() {
      stop.abort();
      return committed();
    },
  });
  async function untilMore(): Promise<void> {
    if (!hasMore) {
      const woken = new AbortController();
      wake = () => woken.abort();
      await delay(interval, undefined, { signal: woken.signal }).catch(() => undefined);
    }
    hasMore = false;
  }
  try {
    await follow({ signal: stop.signal, onReport: (report) => parent.emit("report", report as never), untilMore });
  } finally {
    parent.close("the thread was stopped");
  }
}
