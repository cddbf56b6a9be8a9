import { type RangeGrowth, UsageChain } from "@ledger/executor/replay";
import type { CaseFacts, ReplaySettings, ReplayTally, ReplayTask } from "./protocol.ts";
import { ReplayThread } from "./replay-thread.ts";

/** Versions that a thread gets at a time: some tenths of a second of work. */
const versionsPerTask = 200n;

/** The outcome of a range of versions. */
export interface ReplayedRange extends ReplayTask {
  readonly tally: ReplayTally;
}

/** Threads that execute records again, each with a connection and a machine of its own. */
export class ReplayThreads {
  readonly #threads: readonly ReplayThread[];
  /** The growth of the state over the ranges in order: no thread sees all of them. */
  readonly #usages = new UsageChain();
  readonly #perTask: bigint | undefined;

  /** @param count - at least 1; 1 for what is recorded, or of a case */
  constructor(settings: ReplaySettings, count: number) {
    // One thread sees all that is recorded, in one task: what it has read goes with it.
    this.#perTask = settings.source.kind === "recorded" ? undefined : versionsPerTask;
    this.#threads = Array.from({ length: count }, () => new ReplayThread(settings));
  }

  /**
   * The versions of a case, when a thread has read it.
   *
   * @returns `undefined` when the signal aborts before
   * @throws `ReplayError` for a file that is none, or cannot be read
   */
  readCase(signal: AbortSignal): Promise<CaseFacts | undefined> {
    return unlessAborted(this.#threads[0]!.facts(), signal);
  }

  /**
   * Executes a range of versions again.
   *
   * @returns the outcomes of its parts, in order; it ends early when the signal aborts
   * @throws `ReplayError` when a thread cannot read the ledger, or ends for no reason of a version
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
      const end = this.#perTask === undefined ? to : next + this.#perTask - 1n;
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
  #withUsages(tally: ReplayTally, growth: RangeGrowth): ReplayTally {
    const { counts, findings } = tally;
    // A version that is reported already says enough.
    const known = new Set(findings.map(({ version }) => version));
    const found = this.#usages.add(growth).filter(({ version }) => !known.has(version));
    const { equal, different } = counts;
    return {
      ...tally,
      counts: { ...counts, equal: equal - found.length, different: different + found.length },
      findings: [...findings, ...found],
    };
  }

  /** Ends the threads, whatever they do. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

/**
 * Waits for a promise, for as long as a signal does not abort. Nothing of it stays with the signal, which lives as long as the node.
 *
 * @returns `undefined` when it has aborted
 */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) return undefined;
  const aborted = Promise.withResolvers<undefined>();
  const stop = (): void => aborted.resolve(undefined);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
