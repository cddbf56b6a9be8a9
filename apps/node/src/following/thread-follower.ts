import { type ResourceLimits, Worker } from "node:worker_threads";
import { KeepTrying } from "../health/keep-trying.ts";

/** Commands to a thread that follows a ledger. */
export type FollowCommand = "committed" | "stop";

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
  #worker: Worker | undefined;

  /** Begins. @param onEvent - receives every report, in order */
  constructor(thread: FollowerThread, onEvent: (event: FollowerEvent<Report>) => void) {
    this.#thread = thread;
    this.#onEvent = onEvent;
    this.#trying = new KeepTrying((reason) => onEvent({ kind: "stalled", reason }));
    this.#done = this.#trying.run(() => this.#follow(), this.#stop.signal);
  }

  /** Says that something was committed. */
  wake(): void {
    this.#send("committed");
  }

  /** Ends it after the step that it is at. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#send("stop");
    await this.#done;
  }

  #send(command: FollowCommand): void {
    this.#worker?.postMessage(command);
  }

  /** Runs a thread. @throws why it has ended */
  #follow(): Promise<never> {
    const { program, name, settings, resourceLimits } = this.#thread;
    const worker = new Worker(program, { workerData: settings, name, resourceLimits });
    this.#worker = worker;
    const ended = Promise.withResolvers<never>();
    let reason: unknown = new Error("its thread ended");
    worker.on("message", (report: Report) => {
      this.#trying.noteProgress();
      this.#onEvent({ kind: "progress", ...report });
    });
    worker.on("error", (error) => {
      reason = error;
    });
    worker.once("exit", () => {
      this.#worker = undefined;
      ended.reject(reason);
    });
    return ended.promise;
  }
}
