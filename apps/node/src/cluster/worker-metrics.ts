import type { MetricValues } from "../metrics/serving-metrics.ts";

/** A process that is busy for longer is left out of a scrape, milliseconds. */
const patience = 2_000;

interface Question {
  readonly worker: number;
  readonly resolve: (parts: readonly MetricValues[] | undefined) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Asks processes what they have counted. While one of them does not answer, what it said last is used; when it has ended,
 * its counts are kept, so that sums never go down: a scraper would take that for a new start and count everything again.
 */
export class WorkerMetrics {
  readonly #questions = new Map<number, Question>();
  readonly #latest = new Map<number, readonly MetricValues[]>();
  readonly #gone = new Set<number>();
  #ended: MetricValues = [];
  #adding = Promise.resolve();
  #next = 0;

  /** Counts of all processes, also of those that are not there any more, as of the last answer of each. */
  get parts(): readonly MetricValues[] {
    return [this.#ended, ...[...this.#latest.values()].flat()];
  }

  /**
   * Asks one process, and waits for its answer.
   *
   * @param worker - its id
   * @param ask - sends it the question
   */
  async collect(worker: number, ask: (id: number) => void): Promise<void> {
    const id = this.#next++;
    const parts = await new Promise<readonly MetricValues[] | undefined>((resolve) => {
      const timer = setTimeout(() => this.#settle(id, undefined), patience);
      this.#questions.set(id, { worker, resolve, timer });
      ask(id);
    });
    if (parts !== undefined && !this.#gone.has(worker)) this.#latest.set(worker, parts);
  }

  /** Takes the answer to a question. */
  answer(id: number, parts: readonly MetricValues[]): void {
    this.#settle(id, parts);
  }

  /** Keeps what a process has counted that ended. */
  end(worker: number): Promise<void> {
    this.#gone.add(worker);
    for (const [id, question] of this.#questions) if (question.worker === worker) this.#settle(id, undefined);
    // One after the other: each adds to what the one before has left.
    this.#adding = this.#adding.then(() => this.#add(worker));
    return this.#adding;
  }

  async #add(worker: number): Promise<void> {
    const latest = this.#latest.get(worker);
    if (latest === undefined) return;
    const { addCounts } = await import("../metrics/merge-metrics.ts");
    const sum = await addCounts(this.#ended, latest);
    // In one turn: until now they stood among the latest.
    this.#ended = sum;
    this.#latest.delete(worker);
  }

  #settle(id: number, parts: readonly MetricValues[] | undefined): void {
    const question = this.#questions.get(id);
    if (question === undefined) return;
    this.#questions.delete(id);
    clearTimeout(question.timer);
    question.resolve(parts);
  }
}
