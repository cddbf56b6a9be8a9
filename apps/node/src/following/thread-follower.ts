import type { ResourceLimits } from "node:worker_threads";
import { Thread } from "@ledger/kit/threads";
import { KeepTrying } from "../health/keep-trying.ts";
import type { FollowFunctions, FollowListener } from "./follow-head.ts";

/** Reports of a thread that follows a ledger. */
export type FollowerEvent<Report> =
  | ({ readonly kind: "progress" } & Report)
  /** It has stopped, and is tried again after a pause; `undefined` when that is over. */
  | { readonly kind: "stalled"; readonly reason: string | undefined };

/** A thread that keeps something that is made from a ledger. */
export interface FollowerThread {
  readonly program: URL;
  /** For people. */
  readonly name: string;
  readonly settings: object;
  /** Hostile data must not make the thread take more than this. */
  readonly resourceLimits: ResourceLimits;
}

/** Keeps what is made from a ledger in a thread, which is started again when it fails. */
export class ThreadFollower<Report extends object> {
  readonly #thread: FollowerThread;
  readonly #onEvent: (event: FollowerEvent<Report>) => void;
  readonly #stop = new AbortController();
  readonly #done: Promise<void>;
  readonly #trying: KeepTrying;
  #running: Thread<FollowFunctions, FollowListener<Report>> | undefined;

  /** Begins. @param onEvent - receives every report, in order */
  constructor(thread: FollowerThread, onEvent: (event: FollowerEvent<Report>) => void) {
    this.#thread = thread;
    this.#onEvent = onEvent;
    this.#trying = new KeepTrying((reason) => onEvent({ kind: "stalled", reason }));
    this.#done = this.#trying.run(() => this.#follow(), this.#stop.signal);
  }

  /** Says that something was committed. */
  wake(): void {
    this.#running?.peer.emit("committed", undefined);
  }

  /** Ends it after the step that it is at. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#running?.peer.emit("stop", undefined);
    await this.#done;
  }

  /** Runs a thread. @throws why it has ended */
  async #follow(): Promise<never> {
    const report = (report: Report): undefined => {
      this.#trying.noteProgress();
      this.#onEvent({ kind: "progress", ...report });
    };
    const thread = new Thread<FollowFunctions, FollowListener<Report>>({ ...this.#thread, handlers: { report } });
    this.#running = thread;
    const failure = await thread.ended;
    this.#running = undefined;
    throw failure ?? new Error("its thread ended");
  }
}
