import { Worker } from "node:worker_threads";
import type { ReplayAnswer, ReplaySettings, ReplayTally, ReplayTask } from "./protocol.ts";
import { ReplayError } from "./replay-error.ts";

/** Versions that a thread gets at a time: some tenths of a second of work. */
const versionsPerTask = 200n;

/** What came of a range that was replayed, in the order of versions. */
export interface ReplayedRange extends ReplayTask {
  readonly tally: ReplayTally;
}

/**
 * Executes a range of versions again in threads.
 *
 * @param threads - at least 1
 * @returns what came of the parts of the range, in order; it ends early when the signal aborts
 * @throws {@link ReplayError} when a thread cannot read the ledger, or ends
 */
export async function* replayInThreads(
  settings: ReplaySettings,
  threads: number,
  { from, to }: ReplayTask,
  signal: AbortSignal,
): AsyncGenerator<ReplayedRange> {
  const workers = Array.from({ length: threads }, () => new ReplayThread(settings));
  try {
    const running: {
      readonly task: ReplayTask;
      readonly worker: ReplayThread;
      readonly tally: Promise<ReplayTally>;
    }[] = [];
    let next = from;
    const begin = (worker: ReplayThread): void => {
      if (next > to || signal.aborted) return;
      const end = next + versionsPerTask - 1n;
      const task = { from: next, to: end < to ? end : to };
      next = task.to + 1n;
      const tally = worker.run(task);
      // It is awaited in its turn.
      tally.catch(() => undefined);
      running.push({ task, worker, tally });
    };
    // Two tasks for each thread: one runs while the result of the other is waited for.
    for (const worker of [...workers, ...workers]) begin(worker);
    for (let first = running.shift(); first !== undefined; first = running.shift()) {
      const tally = await first.tally;
      begin(first.worker);
      yield { ...first.task, tally };
      if (signal.aborted) return;
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.close()));
  }
}

/** One thread, which does its tasks in the order in which it gets them. */
class ReplayThread {
  readonly #worker: Worker;
  readonly #waiting: PromiseWithResolvers<ReplayTally>[] = [];

  constructor(settings: ReplaySettings) {
    this.#worker = new Worker(new URL("./replay-worker.js", import.meta.url), { workerData: settings, name: "replay" });
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
      const message = `a thread that executes records has failed: ${reason}`;
      for (const { reject } of this.#waiting.splice(0)) reject(new ReplayError("worker_crashed", message));
    });
  }

  run(task: ReplayTask): Promise<ReplayTally> {
    const answer = Promise.withResolvers<ReplayTally>();
    this.#waiting.push(answer);
    this.#worker.postMessage(task);
    return answer.promise;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
