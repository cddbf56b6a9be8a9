import { Worker } from "node:worker_threads";
import type { MissingState } from "@ledger/state-store";
import { PendingCalls } from "../completion/pending-calls.ts";
import type { IngestCommand, IngestMessage, IngestSettings } from "./protocol.ts";

/** The running ingest worker, seen from the main thread. */
export interface IngestWorker {
  /** Asks the worker to finish its batch, close the store and end; resolves when it has. */
  stop(): Promise<void>;
  /** Makes state known that a partly known ledger misses. @returns when it is stored; rejects when nobody can say */
  complete(missing: MissingState): Promise<void>;
}

/**
 * Starts the thread that owns the writing connection: source, verification, commit and pruning.
 *
 * @param onMessage - receives every report, in order; a crash of the worker arrives as `failed`
 */
export function startIngestWorker(settings: IngestSettings, onMessage: (message: IngestMessage) => void): IngestWorker {
  const worker = new Worker(new URL("./worker.js", import.meta.url), {
    workerData: settings,
    name: "ingest",
    // Records live until their batch is committed. A larger nursery holds a hundred megabytes more and is no faster.
    resourceLimits: { maxYoungGenerationSizeMb: 24 },
  });
  const calls = new PendingCalls();
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  worker.on("message", (message: IngestMessage) => {
    if (message.type === "completed") calls.settle(message.id, message.failure);
    else onMessage(message);
  });
  worker.once("exit", () => calls.failAll("the ledger is not being kept any more"));
  worker.on("error", (error) => onMessage({ type: "failed", code: "worker_crashed", message: String(error) }));
  return {
    async stop() {
      worker.postMessage({ type: "stop" } satisfies IngestCommand);
      await ended;
    },
    complete: (missing) =>
      calls.call((id) => worker.postMessage({ type: "complete", id, missing } satisfies IngestCommand)),
  };
}
