import type { ApiResponse } from "@ledger/api-core";
import { TimeAccounts } from "@ledger/kit";
import { LruCache } from "@ledger/types";
import { usualClientShare } from "../config/access-options.ts";
import type { ServingState, WorkLoad } from "../metrics/serving-metrics.ts";
import { AskedBefore } from "./asked-before.ts";
import { ByteBudget } from "./byte-budget.ts";
import { ClientCosts } from "./client-costs.ts";
import { memoryLimits, type WorkInTurn, withClientShare, workLimits } from "./limits.ts";
import { WorkQueue } from "./work-queue.ts";
import type { Making } from "./work-thread.ts";

/** Makes an answer. */
export type MakeAnswer = (making: Making) => Promise<ApiResponse>;

/** One request for a large answer. */
export interface LargeRequest {
  readonly work: WorkInTurn;
  /** Equal for requests with the same answer; absent where an answer is for one request only. */
  readonly key: string | undefined;
  readonly client: string;
  /** Aborted when the client has left. */
  readonly signal: AbortSignal;
}

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
  readonly held: ByteBudget;
  /** The processor time of the last minute, by client and kind of work. */
  readonly costs = new ClientCosts();
  /** One account of a client for all kinds of work: they share the processor. */
  readonly #accounts = new TimeAccounts<unknown>();
  readonly #queues: Readonly<Record<WorkInTurn, WorkQueue>>;
  readonly #shared = new Map<string, Shared>();
  /** Answers that were made before. */
  readonly #kept = new LruCache<string, ApiResponse>(memoryLimits.keptAnswers);
  /** Results of calls that were asked for more than once: most are not, and what is kept for long costs more to collect than what dies young. */
  readonly #keptCalls = new LruCache<string, ApiResponse>(memoryLimits.keptCalls);
  readonly #askedCalls = new AskedBefore();
  #hits = 0;
  #misses = 0;

  /** Part of the limits that one client may have, percent. */
  readonly clientShare: number;

  constructor(clientShare: number = usualClientShare) {
    this.clientShare = clientShare;
    this.held = new ByteBudget(memoryLimits.answers, memoryLimits.answers, () => {
      for (const queue of Object.values(this.#queues)) queue.next();
    });
    this.#queues = Object.fromEntries(
      Object.entries(workLimits).map(([work, limits]) => [
        work,
        new WorkQueue(withClientShare(limits, clientShare), {
          accounts: this.#accounts,
          hasRoom: () => this.held.hasRoom,
        }),
      ]),
    ) as Readonly<Record<WorkInTurn, WorkQueue>>;
  }

  /** How much there is to do now. */
  load(): Omit<ServingState, "connections" | "workThreadEnds" | "streams" | "subscriptions"> {
    const work = Object.entries(this.#queues).map(([name, { load }]): [string, WorkLoad] => [name, load]);
    const bytes = this.#kept.weight + this.#keptCalls.weight;
    const kept = { bytes, hits: this.#hits, misses: this.#misses };
    return { work, heldBytes: this.held.bytes, kept };
  }

  /** Waits for something, one of a bounded number of waits of its kind. @throws ApiError 503 when there are too many */
  wait<T>({ work, client, signal }: Omit<LargeRequest, "key">, wait: () => Promise<T>): Promise<T> {
    return this.#queues[work].run(client, signal, wait);
  }

  /** Answers a request. @throws ApiError 503 when there is too much to do */
  async answer({ work, key, client, signal }: LargeRequest, make: MakeAnswer): Promise<ApiResponse> {
    const { deadline } = workLimits[work];
    const charge = (milliseconds: number): void => {
      this.#accounts.charge(client, milliseconds);
      this.costs.note(client, work, milliseconds);
    };
    const run = (wanted: AbortSignal): Promise<ApiResponse> =>
      this.#queues[work].run(client, wanted, (place) => make({ client, signal: wanted, deadline, place, charge }));
    if (key === undefined) return run(signal);
    const [cache, limit] =
      work === "compute" ? [this.#keptCalls, memoryLimits.keptCalls] : [this.#kept, memoryLimits.keptAnswers];
    const kept = cache.get(key);
    if (kept !== undefined) {
      this.#hits++;
      return kept;
    }
    this.#misses++;
    const isWanted = work !== "compute" || this.#askedCalls.note(key);
    const keep = (answer: ApiResponse): void => {
      if (!isWanted) return;
      const weight = key.length + (answer.body?.length ?? 0) + 1024;
      // Unless it would displace half of the others.
      if (weight <= limit / 2) cache.set(key, answer, weight);
    };
    const shared = this.#shared.get(key) ?? this.#share(key, run, keep);
    return this.#join(shared, key, signal);
  }

  #share(key: string, run: (wanted: AbortSignal) => Promise<ApiResponse>, keep: (answer: ApiResponse) => void): Shared {
    const controller = new AbortController();
    const shared = { answer: run(controller.signal), controller, wanted: 0 };
    this.#shared.set(key, shared);
    shared.answer.then(
      (answer) => {
        this.#shared.delete(key);
        if (answer.status === 200 && answer.isVolatile !== true) keep(answer);
      },
      () => this.#shared.delete(key),
    );
    return shared;
  }

  /** Waits for a shared answer, which is dropped when all its clients have left. */
  #join(shared: Shared, key: string, signal: AbortSignal): Promise<ApiResponse> {
    shared.wanted++;
    const { promise, resolve, reject } = Promise.withResolvers<ApiResponse>();
    const leave = (): void => {
      if (--shared.wanted === 0) {
        if (this.#shared.get(key) === shared) this.#shared.delete(key);
        shared.controller.abort(signal.reason);
      }
      reject(signal.reason);
    };
    signal.addEventListener("abort", leave);
    shared.answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
    return promise;
  }
}
