import type { MessagePort } from "node:worker_threads";
import { connectPort, type Peer } from "@ledger/kit";
import { Thread } from "@ledger/kit/threads";
import { type CallLedger, ledgerOf, type PoolFunctions } from "../calls/ledger-calls.ts";
import {
  crashCode,
  type IngestFunctions,
  type IngestListener,
  type IngestMessage,
  type IngestSettings,
} from "./protocol.ts";

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
  let pool: Peer<PoolFunctions> | undefined;
  /** Has calls of the pool made where it is, without the thread that keeps the ledger, which waits for the disk. */
  const openPool = (port: MessagePort): void => {
    const opened = connectPort<PoolFunctions>(port, { schedule: setImmediate });
    port.once("close", () => {
      if (pool === opened) pool = undefined;
      opened.close("the local network has stopped");
    });
    port.unref();
    pool = opened;
  };
  let isStopping = false;
  let failure: ThreadFailure = { code: "worker_ended", message: "the thread that keeps the ledger has ended" };
  const take = (message: IngestMessage): undefined => {
    if (message.type === "failed" && message.retryMs === undefined) {
      failure = message;
      return;
    }
    if (message.type === "pool" && message.calls !== undefined) openPool(message.calls);
    onMessage(message);
  };
  const thread = new Thread<IngestFunctions, IngestListener>({
    program: new URL("./ingest-thread.js", import.meta.url),
    settings,
    name: "ingest",
    // Records live until their batch is committed. A larger nursery holds a hundred megabytes more and is no faster.
    resourceLimits: { maxYoungGenerationSizeMb: 24 },
    handlers: { report: take },
  });
  const ended = thread.ended.then((error) => {
    if (isStopping) return undefined;
    if (error === undefined) return failure;
    return { code: crashCode, message: `the thread that keeps the ledger has crashed: ${describe(error)}` };
  });
  return {
    ended,
    async stop() {
      isStopping = true;
      thread.peer.emit("stop", undefined);
      await ended;
    },
    call: (name, input) => ledgerOf(name === "complete" ? thread.peer : (pool ?? thread.peer))(name, input),
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
