import type { ApiResponse, LargeWork } from "@ledger/api-core";
import type { ServingState } from "../metrics/serving-metrics.ts";
import { HeldAnswers } from "./held-answers.ts";
import { KeptAnswers } from "./kept-answers.ts";
import { memoryLimits, type WorkLimits, workLimits } from "./limits.ts";
import { WorkQueue } from "./work-queue.ts";

/** Makes a large answer. @param deadline - milliseconds until it must be there */
export type MakeAnswer = (signal: AbortSignal, deadline: number) => Promise<ApiResponse>;

/** An answer that is being made for all requests for it. */
interface Shared {
  readonly answer: Promise<ApiResponse>;
  readonly controller: AbortController;
  /** Requests that still want it. */
  wanted: number;
}

/**
 * Has large answers made: a bounded number at a time, clients in turn, and each answer once for all equal requests on the
 * same state of the ledger.
 */
export class LargeAnswers {
  /** Of answers that have been made. */
  readonly held: HeldAnswers;
  readonly #queues: Readonly<Record<LargeWork["work"], WorkQueue>>;
  readonly #shared = new Map<string, Shared>();
  readonly #kept = new KeptAnswers(memoryLimits.keptAnswers);

  constructor() {
    this.held = new HeldAnswers(memoryLimits.answers, () => {
      for (const queue of Object.values(this.#queues)) queue.next();
    });
    const queueOf = (limits: WorkLimits): WorkQueue => new WorkQueue(limits, () => this.held.hasRoom);
    this.#queues = {
      bulk: queueOf(workLimits.bulk),
      compute: queueOf(workLimits.compute),
      forwarded: queueOf(workLimits.forwarded),
      submission: queueOf(workLimits.submission),
    };
  }

  /** How much there is to do now. */
  load(): Omit<ServingState, "connections" | "workThreadEnds"> {
    const of = (what: "running" | "waiting"): Record<string, number> =>
      Object.fromEntries(Object.entries(this.#queues).map(([work, { load }]) => [work, load[what]]));
    return { running: of("running"), waiting: of("waiting"), heldBytes: this.held.bytes, kept: this.#kept.load };
  }

  /**
   * Answers a request.
   *
   * @param shape - how the answer is encoded: only answers of one shape are the same
   * @param client - who asks
   * @param signal - aborted when the client has left
   * @throws ApiError 503 when there is too much to do
   */
  async answer(
    { work, key }: LargeWork,
    shape: string,
    client: string,
    signal: AbortSignal,
    make: MakeAnswer,
  ): Promise<ApiResponse> {
    const { deadline } = workLimits[work];
    const run = (wanted: AbortSignal): Promise<ApiResponse> =>
      this.#queues[work].run(client, wanted, () => make(wanted, deadline));
    if (key === undefined) return run(signal);
    const name = `${shape} ${key}`;
    const kept = this.#kept.find(name);
    if (kept !== undefined) return kept;
    let shared = this.#shared.get(name);
    if (shared === undefined) {
      const controller = new AbortController();
      shared = { answer: run(controller.signal), controller, wanted: 0 };
      this.#shared.set(name, shared);
      shared.answer.then(
        (answer) => {
          this.#shared.delete(name);
          if (answer.status === 200) this.#kept.keep(name, answer);
        },
        () => this.#shared.delete(name),
      );
    }
    return this.#join(shared, name, signal);
  }

  /** Waits for a shared answer, which is dropped when all its clients have left. */
  #join(shared: Shared, name: string, signal: AbortSignal): Promise<ApiResponse> {
    shared.wanted++;
    const { promise, resolve, reject } = Promise.withResolvers<ApiResponse>();
    const leave = (): void => {
      if (--shared.wanted === 0) {
        if (this.#shared.get(name) === shared) this.#shared.delete(name);
        shared.controller.abort();
      }
      reject(signal.reason);
    };
    signal.addEventListener("abort", leave);
    shared.answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
    return promise;
  }
}
