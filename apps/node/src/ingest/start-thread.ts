import { type MessagePort, Worker } from "node:worker_threads";
import type { CallLedger, ReturnMessage } from "../calls/ledger-calls.ts";
import { PendingCalls } from "../calls/pending-calls.ts";
import { crashCode, type IngestCommand, type IngestMessage, type IngestSettings } from "./protocol.ts";

/** One thread that keeps the ledger, seen from the main thread. */
export interface IngestThread {
  /** Asks the thread to finish its batch, close the store and end; resolves when it has. */
  stop(): Promise<void>;
  /** Has the thread do something. */
  readonly call: CallLedger;
  /** Resolves when the thread has ended: with why, unless it was asked to. */
  readonly ended: Promise<ThreadFailure | undefined>;
}

/** Why a thread ended. */
export interface ThreadFailure {
  readonly code: string;
  /** For people. */
  readonly message: string;
  /** True if another thread would end in the same way. */
  readonly isForGood?: boolean | undefined;
}

/**
 * Starts the thread that owns the writing connection: source, verification, commit and pruning.
 *
 * @param onMessage - receives every report, in order, but not the failure that ends the thread
 */
export function startIngestThread(settings: IngestSettings, onMessage: (message: IngestMessage) => void): IngestThread {
  const worker = new Worker(new URL("./ingest-thread.js", import.meta.url), {
    workerData: settings,
    name: "ingest",
    // Records live until their batch is committed. A larger nursery holds a hundred megabytes more and is no faster.
    resourceLimits: { maxYoungGenerationSizeMb: 24 },
  });
  const tell = (command: IngestCommand): void => worker.postMessage(command);
  const calls = new PendingCalls(tell);
  let pool: PendingCalls | undefined;
  /** Has calls of the pool made where it is, without the thread that keeps the ledger, which waits for the disk. */
  const openPool = (port: MessagePort): void => {
    const opened = new PendingCalls((message) => port.postMessage(message));
    port.on("message", (message: ReturnMessage) => opened.settle(message));
    port.once("close", () => {
      if (pool === opened) pool = undefined;
      opened.failAll("the local network has stopped");
    });
    port.unref();
    pool = opened;
  };
  let isStopping = false;
  let failure: ThreadFailure = { code: "worker_ended", message: "the thread that keeps the ledger has ended" };
  worker.on("message", (message: IngestMessage) => {
    if (message.type === "return") calls.settle(message);
    else if (message.type === "failed" && message.retryMs === undefined) failure = message;
    else {
      if (message.type === "pool" && message.calls !== undefined) openPool(message.calls);
      onMessage(message);
    }
  });
  worker.on("error", (error) => {
    failure = { code: crashCode, message: `the thread that keeps the ledger has crashed: ${describe(error)}` };
  });
  const ended = new Promise<ThreadFailure | undefined>((resolve) => {
    worker.once("exit", () => {
      calls.failAll("the thread that keeps the ledger has stopped");
      resolve(isStopping ? undefined : failure);
    });
  });
  return {
    ended,
    async stop() {
      isStopping = true;
      tell({ type: "stop" });
      await ended;
    },
    call: (kind, input) => (kind === "complete" ? calls : (pool ?? calls)).call(kind, input),
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
