import { Worker } from "node:worker_threads";
import { ApiError, type ApiResponse } from "@ledger/api-core";
import { answerCall, type CallLedger } from "../calls/ledger-calls.ts";
import type { WorkCommand, WorkMessage, WorkQuestion, WorkSettings } from "./protocol.ts";

/** A body or page is in memory for a moment. What needs more ends the thread, and nothing but the thread. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

interface Pending {
  readonly resolve: (answer: ApiResponse) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A thread that makes large answers, with a read-only connection of its own. It starts at once, which takes some hundred milliseconds:
 * whoever asks first would wait for that. One that has ended is started again when it is needed.
 */
export class WorkThread {
  #opening: { readonly settings: WorkSettings; readonly callLedger: CallLedger } | undefined;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #next = 0;
  #ends = 0;

  constructor() {
    this.#worker = this.#start();
  }

  /** Says where the ledger is. Before that nothing can be asked. */
  open(settings: WorkSettings, callLedger: CallLedger): void {
    this.#opening = { settings, callLedger };
    if (this.#worker !== undefined) this.#tell(this.#worker, { type: "open", settings });
  }

  /** How often the thread has ended with work to do: it took too long, or too much memory. */
  get ends(): number {
    return this.#ends;
  }

  /**
   * Has an answer made.
   *
   * @param signal - aborted when nobody wants it any more
   * @param deadline - milliseconds after which the thread is ended, with all that it does
   * @throws ApiError 503 when the thread ended before it had answered
   */
  async answer(question: WorkQuestion, signal: AbortSignal, deadline: number): Promise<ApiResponse> {
    const id = this.#next++;
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const cancel = (): void => this.#tell(worker, { type: "cancel", id });
    const timer = setTimeout(() => void worker.terminate(), deadline);
    signal.addEventListener("abort", cancel);
    try {
      return await new Promise<ApiResponse>((resolve, reject) => {
        this.#pending.set(id, { resolve, reject });
        const moved = question.body === undefined ? [] : [question.body.buffer];
        worker.postMessage({ type: "answer", id, question } satisfies WorkCommand, moved);
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      this.#pending.delete(id);
    }
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL("./work-worker.js", import.meta.url), {
      name: "large answers",
      resourceLimits,
    });
    worker.unref();
    if (this.#opening !== undefined) this.#tell(worker, { type: "open", settings: this.#opening.settings });
    let reason: unknown = "the thread for large answers took too long";
    worker.on("message", (message: WorkMessage) => this.#hear(worker, message));
    worker.on("error", (error) => {
      reason = error;
    });
    worker.once("exit", () => {
      if (this.#worker === worker) this.#worker = undefined;
      if (this.#pending.size > 0) this.#ends++;
      const refusal = new ApiError("internal_error", "the node could not make this answer: it takes too much", {
        status: 503,
        headers: { "Retry-After": "1" },
        cause: reason,
      });
      for (const { reject } of this.#pending.values()) reject(refusal);
    });
    return worker;
  }

  #hear(worker: Worker, message: WorkMessage): void {
    if (message.type === "call") {
      if (this.#opening !== undefined) {
        void answerCall(this.#opening.callLedger, message).then((answer) => this.#tell(worker, answer));
      }
      return;
    }
    const pending = this.#pending.get(message.id);
    if (message.type === "dropped") {
      pending?.reject(new DOMException("nobody wants the answer any more", "AbortError"));
      return;
    }
    const { status, headers, body, fault } = message.answer;
    const error = fault === undefined ? undefined : new ApiError("internal_error", fault, { cause: fault });
    pending?.resolve({ status, headers, body, error });
  }

  #tell(worker: Worker, command: WorkCommand): void {
    worker.postMessage(command);
  }
}
