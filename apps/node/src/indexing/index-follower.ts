import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { IndexCommand, IndexReport, IndexSettings } from "./protocol.ts";

/** Reports of the index that follows a ledger. */
export type IndexEvent =
  | ({ readonly kind: "progress" } & IndexReport)
  /** It has stopped, and is tried again after a pause; `undefined` when that is over. */
  | { readonly kind: "stalled"; readonly reason: string | undefined };

/** Pause after a failure, milliseconds: doubled by each one without a report between. */
const retryAfter = { shortest: 1_000, longest: 60_000 } as const;

/** Hostile code must not make the thread take more than this; what it remembers of rows and code is bounded below. */
const resourceLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 32 };

/** Keeps the index of a ledger's tables in a thread, which is started again when it fails. */
export class IndexFollower {
  readonly #settings: IndexSettings;
  readonly #onEvent: (event: IndexEvent) => void;
  readonly #stop = new AbortController();
  readonly #done: Promise<void>;
  #worker: Worker | undefined;
  #failures = 0;

  /** Begins. @param onEvent - receives every report, in order */
  constructor(settings: IndexSettings, onEvent: (event: IndexEvent) => void) {
    this.#settings = settings;
    this.#onEvent = onEvent;
    this.#done = this.#run();
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

  #send(command: IndexCommand): void {
    this.#worker?.postMessage(command);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const reason = await this.#follow();
      if (signal.aborted) return;
      this.#onEvent({ kind: "stalled", reason });
      const pause = Math.min(retryAfter.shortest * 2 ** this.#failures, retryAfter.longest);
      this.#failures += 1;
      await delay(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Runs a thread. @returns why it has ended */
  #follow(): Promise<string> {
    const program = new URL("./index-worker.js", import.meta.url);
    const worker = new Worker(program, { workerData: this.#settings, name: "index", resourceLimits });
    this.#worker = worker;
    const ended = Promise.withResolvers<string>();
    let reason = "its thread ended";
    worker.on("message", (report: IndexReport) => {
      if (this.#failures > 0) this.#onEvent({ kind: "stalled", reason: undefined });
      this.#failures = 0;
      this.#onEvent({ kind: "progress", ...report });
    });
    worker.on("error", (error) => {
      reason = error instanceof Error ? error.message : String(error);
    });
    worker.once("exit", () => {
      this.#worker = undefined;
      ended.resolve(reason);
    });
    return ended.promise;
  }
}
