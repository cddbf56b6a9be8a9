import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { ApiError, type ApiResponse } from "@ledger/api-core";
import { answerCall, type CallLedger } from "../calls/ledger-calls.ts";
import { Outbox } from "./outbox.ts";
import type { WorkCommand, WorkMessage, WorkQuestion, WorkSettings } from "./protocol.ts";

/** A body or page is in memory for a moment. What needs more ends the thread, and nothing but the thread. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

/** Longest time that a thread is given to start before it is ended, milliseconds. */
const longestStart = 5_000;

interface Running {
  readonly worker: Worker;
  readonly outbox: Outbox<WorkCommand>;
}

/** Makes large answers. */
export interface LargeAnswerer {
  /** How often it has ended with work to do. */
  readonly ends: number;
  /**
   * Has an answer made.
   *
   * @param signal - aborted when no request waits for it any more
   * @param deadline - milliseconds that it may take
   */
  answer(question: WorkQuestion, signal: AbortSignal, deadline: number): Promise<ApiResponse>;
  close(): Promise<void>;
}

/**
 * A thread that makes large answers, with a read-only connection of its own. It starts at once, which takes some hundred milliseconds:
 * the first request would wait for that. One that has ended is started again when it is needed.
 */
export class WorkThread implements LargeAnswerer {
  readonly #settings: WorkSettings;
  readonly #callLedger: CallLedger;
  readonly #leadUsecs: () => bigint;
  readonly #pending = new Map<number, PromiseWithResolvers<ApiResponse>>();
  #running: Running | undefined;
  /** Resolves when the thread has loaded its code and opened the ledger, or has ended. */
  #settled: Promise<void> = Promise.resolve();
  #next = 0;
  #ends = 0;

  /** @param leadUsecs - see `NodeHealth.leadUsecs` */
  constructor(settings: WorkSettings, callLedger: CallLedger, leadUsecs: () => bigint) {
    this.#settings = settings;
    this.#callLedger = callLedger;
    this.#leadUsecs = leadUsecs;
    this.#running = this.#start();
  }

  /** How often the thread has ended with work to do: it took too long, or too much memory. */
  get ends(): number {
    return this.#ends;
  }

  /**
   * Has an answer made.
   *
   * @param signal - aborted when no request waits for it any more
   * @param deadline - milliseconds after which the thread is ended, with all that it does
   * @throws ApiError 503 when the thread ended before it had answered
   */
  async answer(question: WorkQuestion, signal: AbortSignal, deadline: number): Promise<ApiResponse> {
    const id = this.#next++;
    this.#running ??= this.#start();
    const { worker, outbox } = this.#running;
    const cancel = (): void => outbox.send({ type: "cancel", id });
    const timer = setTimeout(() => void worker.terminate(), deadline);
    signal.addEventListener("abort", cancel);
    const pending = Promise.withResolvers<ApiResponse>();
    this.#pending.set(id, pending);
    const command = { type: "answer", id, question, leadUsecs: this.#leadUsecs() } as const;
    outbox.send(command, question.body === undefined ? [] : [question.body.buffer]);
    try {
      return await pending.promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      this.#pending.delete(id);
    }
  }

  /** Ends the thread, once it has started: one that is ended while it loads SQLite's addon can take the process with it. */
  async close(): Promise<void> {
    if (this.#running === undefined) return;
    const waiting = new AbortController();
    await Promise.race([this.#settled, delay(longestStart, undefined, waiting).catch(() => undefined)]);
    waiting.abort();
    await this.#running?.worker.terminate();
  }

  #start(): Running {
    const worker = new Worker(new URL("./work-worker.js", import.meta.url), {
      workerData: this.#settings,
      name: "large answers",
      resourceLimits,
    });
    worker.unref();
    const outbox = new Outbox<WorkCommand>((commands, moved) => worker.postMessage(commands, moved));
    const running = { worker, outbox };
    let reason: unknown = "the thread for large answers took too long";
    const settled = Promise.withResolvers<void>();
    this.#settled = settled.promise;
    worker.on("message", (messages: readonly WorkMessage[]) => {
      for (const message of messages) {
        if (message.type === "ready") settled.resolve();
        else this.#hear(outbox, message);
      }
    });
    worker.on("error", (error) => {
      reason = error;
    });
    worker.once("exit", () => {
      settled.resolve();
      if (this.#running === running) this.#running = undefined;
      if (this.#pending.size > 0) this.#ends++;
      const text = "the node could not make this answer: it takes too much time or memory";
      const headers = { "Retry-After": "1" };
      const refusal = new ApiError("internal_error", text, { status: 503, headers, cause: reason });
      for (const { reject } of this.#pending.values()) reject(refusal);
    });
    return running;
  }

  #hear(outbox: Outbox<WorkCommand>, message: Exclude<WorkMessage, { readonly type: "ready" }>): void {
    if (message.type === "call") {
      void answerCall(this.#callLedger, message).then((answer) => outbox.send(answer));
      return;
    }
    const pending = this.#pending.get(message.id);
    if (message.type === "dropped") {
      pending?.reject(new DOMException("no request waits for this answer any more", "AbortError"));
      return;
    }
    const { fault, ...answer } = message.answer;
    const error = fault === undefined ? undefined : new ApiError("internal_error", fault, { cause: fault });
    pending?.resolve({ ...answer, error });
  }
}
