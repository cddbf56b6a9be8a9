import { type ResourceLimits, Worker } from "node:worker_threads";
import { ApiError, type ApiResponse } from "@ledger/api-core";
import { answerCall, type CallLedger } from "../calls/ledger-calls.ts";
import { endWorker } from "./end-worker.ts";
import { Outbox } from "./outbox.ts";
import type {
  FollowQuestion,
  QuerySettings,
  StreamThreadQuestion,
  ThreadQuestion,
  TimedQuestion,
  WorkCommand,
  WorkMessage,
  WorkQuestion,
  WorkSettings,
} from "./protocol.ts";
import type { Place } from "./work-queue.ts";

/** Time in which a question that was cancelled ends by itself, before its thread is ended, milliseconds. */
const grace = 2_000;

/** Longest time that one question waits for something else, milliseconds. */
const longestAway = 60_000;

interface Running<Q extends ThreadQuestion> {
  readonly worker: Worker;
  readonly outbox: Outbox<WorkCommand<Q>>;
}

/** A question that has not been answered. */
interface Pending extends PromiseWithResolvers<ApiResponse> {
  /** Notes that the question waits for something else, or does not any more. */
  readonly wait: (isAway: boolean) => void;
}

/** The circumstances in which an answer is made. */
export interface Making {
  /** Whose answer it is. */
  readonly client: string;
  /** Aborted when no request waits for it any more. */
  readonly signal: AbortSignal;
  /** Milliseconds that it may take, without what else it waits for. */
  readonly deadline: number;
  /** Given away while something else is waited for. */
  readonly place: Place;
}

/** Makes answers. */
export interface LargeAnswerer<Q extends ThreadQuestion = WorkQuestion> {
  /** Has an answer made. @throws ApiError 503 when it takes too much time or memory */
  answer(question: Q, making: Making): Promise<ApiResponse>;
  close(): Promise<void>;
}

/** How a thread that makes answers fares. */
export interface ThreadState {
  /** The kind of its answers, for people. */
  readonly name: string;
  /** How often it has ended with work to do. */
  readonly ends: number;
  /** Why it does not answer; `undefined` while it does. */
  readonly fault: string | undefined;
}

/** A thread as it is made. */
interface ThreadOptions {
  /** File that it runs. */
  readonly file: string;
  /** Said of it in the log, and shown by debuggers. */
  readonly name: string;
  readonly settings: object;
  readonly resourceLimits: ResourceLimits;
}

/**
 * Makes the thread for large answers. It starts at once, which takes some hundred milliseconds: the first request would wait for that.
 *
 * @param leadUsecs - see `NodeHealth.leadUsecs`
 */
export function createWorkThread(
  settings: WorkSettings,
  callLedger: CallLedger,
  leadUsecs: () => bigint,
): LargeAnswerer & ThreadState {
  // A body or page is in memory for a moment. What needs more ends the thread, and nothing but the thread.
  const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };
  const thread = new AnswerThread<TimedQuestion>(
    { file: "./work-worker.js", name: "large answers", settings, resourceLimits },
    callLedger,
  );
  thread.start();
  return {
    name: thread.name,
    get ends() {
      return thread.ends;
    },
    get fault() {
      return thread.fault;
    },
    answer: (question, making) => thread.answer({ ...question, leadUsecs: leadUsecs() }, making),
    close: () => thread.close(),
  };
}

/** Makes the thread for queries, subscriptions and lists, which starts with the first of them: most nodes are never asked one. */
export function createQueryThread(
  settings: QuerySettings,
  callLedger: CallLedger,
): LargeAnswerer<ThreadQuestion | FollowQuestion> & ThreadState {
  // Rows that queries hold, see `mostRowsHeld` of the indexer, of as many clients as run at a time.
  const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };
  return new AnswerThread({ file: "./query-worker.js", name: "queries", settings, resourceLimits }, callLedger);
}

/** Makes the thread for parts of streams, which starts with the first stream. */
export function createStreamThread(
  settings: WorkSettings,
  callLedger: CallLedger,
): LargeAnswerer<StreamThreadQuestion> & ThreadState {
  const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };
  return new AnswerThread({ file: "./stream-worker.js", name: "streams", settings, resourceLimits }, callLedger);
}

/** A thread that makes answers, with a read-only connection of its own. One that has ended is started again when it is needed. */
class AnswerThread<Q extends ThreadQuestion> implements LargeAnswerer<Q>, ThreadState {
  readonly #options: ThreadOptions;
  readonly #callLedger: CallLedger;
  readonly #pending = new Map<number, Pending>();
  #running: Running<Q> | undefined;
  /** Resolves when the thread has loaded its code and opened the ledger, or has ended. */
  #settled: Promise<void> = Promise.resolve();
  #next = 0;
  #ends = 0;
  #fault: string | undefined;

  constructor(options: ThreadOptions, callLedger: CallLedger) {
    this.#options = options;
    this.#callLedger = callLedger;
  }

  get name(): string {
    return this.#options.name;
  }

  /** Why the thread has ended with work to do, until one that was started since has answered. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** How often the thread has ended with work to do: it took too long, or too much memory. */
  get ends(): number {
    return this.#ends;
  }

  /**
   * Has an answer made. One that takes too long is cancelled; when it does not even end then, the thread is ended, with all that it does.
   *
   * @throws ApiError 503 when the answer took too long, or the thread ended before it
   */
  async answer(question: Q, { client, signal, deadline, place }: Making): Promise<ApiResponse> {
    const id = this.#next++;
    const { worker, outbox } = this.start();
    const cancel = (): void => outbox.send({ type: "cancel", id });
    const pending = Promise.withResolvers<ApiResponse>();
    const giveUp = (): void => {
      cancel();
      timer = setTimeout(() => void worker.terminate(), grace);
    };
    let timer = setTimeout(giveUp, deadline);
    const wait = (isAway: boolean): void => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, isAway ? longestAway : deadline);
      if (isAway) place.leave();
      else place.comeBack();
    };
    signal.addEventListener("abort", cancel);
    this.#pending.set(id, { ...pending, wait });
    outbox.send({ type: "answer", id, client, question }, question.body === undefined ? [] : [question.body.buffer]);
    try {
      return await pending.promise;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      this.#pending.delete(id);
    }
  }

  async close(): Promise<void> {
    if (this.#running !== undefined) await endWorker(this.#running.worker, this.#settled);
  }

  /** Starts the thread, unless it runs. */
  start(): Running<Q> {
    this.#running ??= this.#start();
    return this.#running;
  }

  #start(): Running<Q> {
    const { file, name, settings: workerData, resourceLimits } = this.#options;
    const worker = new Worker(new URL(file, import.meta.url), { workerData, name, resourceLimits });
    worker.unref();
    const outbox = new Outbox<WorkCommand<Q>>((commands, moved) => worker.postMessage(commands, moved));
    const running = { worker, outbox };
    let reason: unknown = `the thread for ${name} took too long`;
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
      if (this.#pending.size > 0) {
        this.#ends++;
        this.#fault = `${name} have not been answered since their thread ended (${reason instanceof Error ? reason.message : reason})`;
      }
      for (const { reject } of this.#pending.values()) reject(tooMuch(reason));
    });
    return running;
  }

  #hear(outbox: Outbox<WorkCommand<Q>>, message: Exclude<WorkMessage, { readonly type: "ready" }>): void {
    if (message.type === "call") {
      void answerCall(this.#callLedger, message).then((answer) => outbox.send(answer));
      return;
    }
    const pending = this.#pending.get(message.id);
    if (message.type === "waits" || message.type === "continues") pending?.wait(message.type === "waits");
    else if (message.type === "dropped") pending?.reject(tooMuch("the answer took too long"));
    else {
      const { fault, ...answer } = message.answer;
      this.#fault = undefined;
      const error = fault === undefined ? undefined : new ApiError("internal_error", fault, { cause: fault });
      pending?.resolve({ ...answer, error });
    }
  }
}

/** The refusal of an answer that was not made in time, or not in the memory that there is. */
function tooMuch(cause: unknown): ApiError {
  const text = "the node could not make this answer: it takes too much time or memory";
  return new ApiError("internal_error", text, { status: 503, headers: { "Retry-After": "1" }, cause });
}
