import { Worker } from "node:worker_threads";
import { KeepTrying } from "../health/keep-trying.ts";
import type { IndexCommand, IndexReport, IndexSettings } from "./protocol.ts";

/** Reports of the index that follows a ledger. */
export type IndexEvent =
  | ({ readonly kind: "progress" } & IndexReport)
  /** It has stopped, and is tried again after a pause; `undefined` when that is over. */
  | { readonly kind: "stalled"; readonly reason: string | undefined };

/** Hostile code must not make the thread take more than this; what it remembers of rows and code is bounded below. */
const resourceLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 32 };

/** Keeps the index of a ledger's tables in a thread, which is started again when it fails. */
export class IndexFollower {
  readonly #settings: IndexSettings;
  readonly #onEvent: (event: IndexEvent) => void;
  readonly #stop = new AbortController();
  readonly #done: Promise<void>;
  readonly #trying: KeepTrying;
  #worker: Worker | undefined;

  /** Begins. @param onEvent - receives every report, in order */
  constructor(settings: IndexSettings, onEvent: (event: IndexEvent) => void) {
    this.#settings = settings;
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

  #send(command: IndexCommand): void {
    this.#worker?.postMessage(command);
  }

  /** Runs a thread. @throws why it has ended */
  #follow(): Promise<never> {
    const program = new URL("./index-worker.js", import.meta.url);
    const worker = new Worker(program, { workerData: this.#settings, name: "index", resourceLimits });
    this.#worker = worker;
    const ended = Promise.withResolvers<never>();
    let reason: unknown = new Error("its thread ended");
    worker.on("message", (report: IndexReport) => {
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
