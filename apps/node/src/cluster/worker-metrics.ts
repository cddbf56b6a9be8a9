import type { MetricValues } from "../metrics/serving-metrics.ts";

/** A process that is busy for longer is left out of a scrape, milliseconds. */
const patience = 2_000;

interface Question {
  readonly resolve: (parts: readonly MetricValues[]) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Asks processes what they have counted. While one of them does not answer, what it said last is used; when it has ended,
 * its counts are kept, so that sums never go down.
 */
export class WorkerMetrics {
  readonly #questions = new Map<number, Question>();
  readonly #latest = new Map<number, readonly MetricValues[]>();
  #ended: MetricValues = [];
  #next = 0;

  /**
   * Asks one process.
   *
   * @param worker - its id
   * @param ask - sends it the question
   */
  async collect(worker: number, ask: (id: number) => void): Promise<readonly MetricValues[]> {
    const id = this.#next++;
    const parts = await new Promise<readonly MetricValues[]>((resolve) => {
      const timer = setTimeout(() => this.#settle(id, this.#latest.get(worker) ?? []), patience);
      this.#questions.set(id, { resolve, timer });
      ask(id);
    });
    this.#latest.set(worker, parts);
    return parts;
  }

  /** What processes counted that are not there any more. */
  get ended(): MetricValues {
    return this.#ended;
  }

  /** Takes the answer to a question. */
  answer(id: number, parts: readonly MetricValues[]): void {
    this.#settle(id, parts);
  }

  /** Keeps what a process has counted that ended. */
  async end(worker: number): Promise<void> {
    const latest = this.#latest.get(worker);
    this.#latest.delete(worker);
    if (latest === undefined) return;
    const { addCounts } = await import("../metrics/merge-metrics.ts");
    this.#ended = await addCounts(this.#ended, latest);
  }

  #settle(id: number, parts: readonly MetricValues[]): void {
    const question = this.#questions.get(id);
    if (question === undefined) return;
    this.#questions.delete(id);
    clearTimeout(question.timer);
    question.resolve(parts);
  }
}
