import type { ResourceLimits } from "node:worker_threads";
import { ApiError, type ApiResponse } from "@ledger/api-core";
import type { CallError, Handlers } from "@ledger/kit";
import { SupervisedThread } from "@ledger/kit/threads";
import { type CallLedger, passOn } from "../calls/ledger-calls.ts";
import type {
  AnswerFunctions,
  AnswerListener,
  FollowQuestion,
  QuerySettings,
  StreamThreadQuestion,
  ThreadQuestion,
  TimedQuestion,
  WorkQuestion,
  WorkSettings,
} from "./protocol.ts";
import type { Place } from "./work-queue.ts";

/** Time in which a question that was cancelled ends by itself, before its thread is ended, milliseconds. */
const grace = 2_000;

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
  /** Notes the processor time that the answer took, milliseconds. */
  readonly charge: (milliseconds: number) => void;
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
  readonly name: string;
  /** How often the thread has ended with work to do: it took too long, or too much memory. */
  ends = 0;
  /** Why the thread has ended with work to do, until one that was started since has answered. */
  fault: string | undefined;
  readonly #thread: SupervisedThread<AnswerFunctions<Q>, AnswerListener>;

  constructor({ file, name, settings, resourceLimits }: ThreadOptions, callLedger: CallLedger) {
    this.name = name;
    const handlers: Handlers<AnswerListener> = { ...passOn(callLedger), opened: () => undefined };
    const program = new URL(file, import.meta.url);
    const onCrash = (failure: unknown, pending: number): void => {
      if (pending === 0) return;
      this.ends++;
      this.fault = `${name} have not been answered since their thread ended (${this.#reasonOf(failure)})`;
    };
    this.#thread = new SupervisedThread(
      { program, name, settings, resourceLimits, keepsAlive: "never", handlers },
      { onCrash },
    );
  }

  /** Starts the thread, unless it runs. */
  start(): void {
    this.#thread.get();
  }

  /**
   * Has an answer made. One that takes too long is cancelled; when it does not even end then, the thread is ended, with all that it does.
   *
   * @throws ApiError 503 when the answer took too long, or the thread ended before it
   */
  async answer(question: Q, { client, signal, deadline, place, charge }: Making): Promise<ApiResponse> {
    const thread = this.#thread.get();
    if (thread === undefined) throw tooMuch(`the thread for ${this.name} is closed`);
    try {
      const { fault, time, ...answer } = await thread.peer.call(
        "answer",
        { client, question },
        {
          signal,
          deadline,
          grace,
          terminate: () => void thread.terminate(),
          onWait: (isWaiting) => (isWaiting ? place.leave() : place.comeBack()),
          move: question.body === undefined ? [] : [question.body.buffer],
        },
      );
      this.fault = undefined;
      charge(time);
      const error = fault === undefined ? undefined : new ApiError("internal_error", fault, { cause: fault });
      return { ...answer, error };
    } catch (error) {
      signal.throwIfAborted();
      throw this.#refusalOf(error);
    }
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  #refusalOf(error: unknown): ApiError {
    const { code, cause, remote } = error as CallError;
    if (code === "closed") return tooMuch(this.#reasonOf(cause));
    // A refusal for too much work is one of the question alone.
    if (code !== "failed" || remote?.name === "ApiError") return tooMuch("the answer took too long");
    return new ApiError("internal_error", "the node could not make this answer", { cause: error });
  }

  #reasonOf(failure: unknown): string {
    if (failure === undefined) return `the thread for ${this.name} took too long`;
    return failure instanceof Error ? failure.message : String(failure);
  }
}

/** The refusal of an answer that was not made in time, or not in the memory that there is. */
function tooMuch(cause: unknown): ApiError {
  const text = "the node could not make this answer: it takes too much time or memory";
  return new ApiError("internal_error", text, { status: 503, headers: { "Retry-After": "1" }, cause });
}
