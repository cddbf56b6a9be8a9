import { type ResourceLimits, Worker } from "node:worker_threads";
import type { WorkBound } from "@ledger/vm";
import { endWorker } from "../work/end-worker.ts";
import {
  type CaseFacts,
  Pulse,
  type ReplayAnswer,
  type ReplaySettings,
  type ReplayTally,
  type ReplayTask,
  type ReplayThreadData,
} from "./protocol.ts";
import { ReplayError } from "./replay-error.ts";

/** A thread holds what it has made of the code it runs; hostile code must not make it take more. */
const usualLimits: ResourceLimits = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 32 };

/** Milliseconds between two looks at the thread. */
const lookInterval = 250;

/** Milliseconds without a sign of life that a thread has beyond the time of a version, in which it ends the version by itself. */
const grace = 10_000;

/** A task that was given to the thread, and where its answer goes. */
interface Given {
  readonly task: ReplayTask;
  readonly answer: PromiseWithResolvers<ReplayTally>;
}

/**
 * One thread, which does its tasks in the order in which it gets them. One that no longer shows any life is ended, and so is one that takes
 * too much memory, by the system that runs it: another takes its tasks, without the version that it stood at.
 */
export class ReplayThread {
  /** The versions of its case, when it has read it. Of a ledger that is none, it is never settled. */
  readonly facts: Promise<CaseFacts>;
  readonly #settings: ReplaySettings;
  readonly #program: URL;
  readonly #resourceLimits: ResourceLimits;
  readonly #facts = Promise.withResolvers<CaseFacts>();
  readonly #given: Given[] = [];
  /** Versions that are not executed, with the bound that each went beyond. */
  readonly #ended = new Map<bigint, WorkBound>();
  #worker: Worker;
  /** Resolves with the first word of the latest thread, or its end. */
  #opened: Promise<void> = Promise.resolve();
  #failure: ReplayError | undefined;
  /** The version at which the memory of the last thread has ended. What others have left there may have taken it. */
  #suspect: bigint | undefined;
  #isClosed = false;

  /** @param program - of the thread */
  constructor(
    settings: ReplaySettings,
    program: URL = new URL("./replay-worker.js", import.meta.url),
    resourceLimits: ResourceLimits = usualLimits,
  ) {
    this.#settings = settings;
    this.#program = program;
    this.#resourceLimits = resourceLimits;
    this.facts = this.#facts.promise;
    this.facts.catch(() => undefined);
    this.#worker = this.#start();
  }

  run(task: ReplayTask): Promise<ReplayTally> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const answer = Promise.withResolvers<ReplayTally>();
    this.#given.push({ task, answer });
    this.#worker.postMessage(task);
    return answer.promise;
  }

  /** Ends the thread, whatever it does. One that executes a case loads no database, and is ended at once. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await endWorker(this.#worker, this.#settings.source.kind === "case" ? Promise.resolve() : this.#opened);
  }

  #start(): Worker {
    const pulse = new Pulse();
    const workerData: ReplayThreadData = { ...this.#settings, pulse: pulse.shared, ended: this.#ended };
    const resourceLimits = this.#resourceLimits;
    const worker = new Worker(this.#program, { workerData, name: "replay", resourceLimits });
    const opened = Promise.withResolvers<void>();
    this.#opened = opened.promise;
    worker.on("message", (answer: ReplayAnswer) => {
      opened.resolve();
      if (answer.kind !== "ready") this.#take(answer);
    });
    let reason = "it ended";
    let cause: WorkBound | undefined;
    worker.on("error", (error) => {
      reason = String(error);
      if ((error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY") cause = "memory";
    });
    const look = this.#watch(pulse, () => {
      cause = "time";
      reason = "it showed no sign of life";
      void worker.terminate();
    });
    worker.on("exit", () => {
      opened.resolve();
      clearInterval(look);
      if (this.#isClosed || !this.#goOnWithout(pulse.version, cause)) this.#fail(reason);
    });
    return worker;
  }

  /**
   * Looks now and then whether the thread shows signs of life, from the first one on: until then it runs no code but ours. Looks are counted:
   * a process that was stopped for a while has not looked meanwhile.
   */
  #watch(pulse: Pulse, onSilence: () => void): NodeJS.Timeout {
    let silent = 0;
    let beats = pulse.beats;
    return setInterval(() => {
      const now = pulse.beats;
      silent = now === beats && now > 0n ? silent + lookInterval : 0;
      beats = now;
      if (silent > this.#settings.bounds.time + grace) onSilence();
    }, lookInterval).unref();
  }

  #take(answer: Exclude<ReplayAnswer, { readonly kind: "ready" }>): void {
    if (answer.kind === "case") {
      this.#facts.resolve(answer.facts);
      return;
    }
    const asked = this.#given.shift();
    if (answer.kind === "done") {
      asked?.answer.resolve(answer.tally);
      return;
    }
    const error = new ReplayError(answer.code, answer.message);
    if (asked === undefined) this.#failure = error;
    asked?.answer.reject(error);
    this.#facts.reject(error);
  }

  /** Begins the tasks again in another thread. @returns whether the version at which one has ended is to blame */
  #goOnWithout(version: bigint | undefined, cause: WorkBound | undefined): boolean {
    if (version === undefined || cause === undefined || this.#ended.has(version)) return false;
    if (cause === "memory" && this.#suspect !== version) this.#suspect = version;
    else this.#ended.set(version, cause);
    this.#worker = this.#start();
    for (const { task } of this.#given) this.#worker.postMessage(task);
    return true;
  }

  #fail(reason: string): void {
    this.#failure ??= new ReplayError("worker_crashed", `a thread that executes records has failed: ${reason}`);
    for (const { answer } of this.#given.splice(0)) answer.reject(this.#failure);
    this.#facts.reject(this.#failure);
  }
}
