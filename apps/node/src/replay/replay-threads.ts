import { Worker } from "node:worker_threads";
import { type RangeGrowth, UsageChain } from "@ledger/executor/replay";
import type { ReplayAnswer, ReplaySettings, ReplayTally, ReplayTask } from "./protocol.ts";
import { ReplayError } from "./replay-error.ts";

/** Versions that a thread gets at a time: some tenths of a second of work. */
const versionsPerTask = 200n;

/** A thread holds what it has made of the code it runs; hostile code must not make it take more. */
const resourceLimits = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 32 };

/** The outcome of a range of versions. */
export interface ReplayedRange extends ReplayTask {
  readonly tally: ReplayTally;
}

/** Threads that execute records again, each with a connection and a machine of its own. */
export class ReplayThreads {
  readonly #threads: readonly ReplayThread[];
  /** The growth of the state over the ranges in order: no thread sees all of them. */
  readonly #usages = new UsageChain();

  /** @param count - at least 1 */
  constructor(settings: ReplaySettings, count: number) {
    this.#threads = Array.from({ length: count }, () => new ReplayThread(settings));
  }

  /**
   * Executes a range of versions again.
   *
   * @returns the outcomes of its parts, in order; it ends early when the signal aborts
   * @throws {@link ReplayError} when a thread cannot read the ledger, or ends
   */
  async *run({ from, to }: ReplayTask, signal: AbortSignal): AsyncGenerator<ReplayedRange> {
    const running: {
      readonly task: ReplayTask;
      readonly thread: ReplayThread;
      readonly tally: Promise<ReplayTally>;
    }[] = [];
    let next = from;
    const begin = (thread: ReplayThread): void => {
      if (next > to || signal.aborted) return;
      const end = next + versionsPerTask - 1n;
      const task = { from: next, to: end < to ? end : to };
      next = task.to + 1n;
      const tally = thread.run(task);
      // It is awaited in its turn.
      tally.catch(() => undefined);
      running.push({ task, thread, tally });
    };
    // Two tasks for each thread: one runs while the result of the other is waited for.
    for (const thread of [...this.#threads, ...this.#threads]) begin(thread);
    for (let first = running.shift(); first !== undefined && !signal.aborted; first = running.shift()) {
      const tally = await unlessAborted(first.tally, signal);
      if (tally === undefined) return;
      begin(first.thread);
      yield { ...first.task, tally: tally.growth ? this.#withUsages(tally, tally.growth) : tally };
    }
  }

  /** The tally of the next range, with the usages of the state that it believed and that are not the sum of all before. */
  #withUsages({ counts, findings }: ReplayTally, growth: RangeGrowth): ReplayTally {
    // A version that is reported already says enough.
    const known = new Set(findings.map(({ version }) => version));
    const found = this.#usages.add(growth).filter(({ version }) => !known.has(version));
    const { equal, different } = counts;
    return {
      counts: { ...counts, equal: equal - found.length, different: different + found.length },
      findings: [...findings, ...found],
    };
  }

  /** Ends the threads, whatever they do. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

/** One thread, which does its tasks in the order in which it gets them. */
class ReplayThread {
  readonly #worker: Worker;
  readonly #waiting: PromiseWithResolvers<ReplayTally>[] = [];
  #failure: ReplayError | undefined;

  constructor(settings: ReplaySettings) {
    const program = new URL("./replay-worker.js", import.meta.url);
    this.#worker = new Worker(program, { workerData: settings, name: "replay", resourceLimits });
    this.#worker.on("message", (answer: ReplayAnswer) => {
      const asked = this.#waiting.shift();
      if (answer.kind === "done") asked?.resolve(answer.tally);
      else asked?.reject(new ReplayError(answer.code, answer.message));
    });
    let reason = "it ended";
    this.#worker.on("error", (error) => {
      reason = String(error);
    });
    this.#worker.on("exit", () => {
      this.#failure = new ReplayError("worker_crashed", `a thread that executes records has failed: ${reason}`);
      for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
    });
  }

  run(task: ReplayTask): Promise<ReplayTally> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const answer = Promise.withResolvers<ReplayTally>();
    this.#waiting.push(answer);
    this.#worker.postMessage(task);
    return answer.promise;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

/**
 * Waits for a promise, for as long as a signal does not abort. Nothing of it stays with the signal, which lives as long as the node.
 *
 * @returns `undefined` when it has aborted
 */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const aborted = Promise.withResolvers<undefined>();
  const stop = (): void => aborted.resolve(undefined);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
