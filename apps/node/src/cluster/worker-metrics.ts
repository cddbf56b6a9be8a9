import type { MetricValues } from "../metrics/serving-metrics.ts";

/**
 * Asks processes what they have counted. While one of them does not answer, what it said last is used; when it has ended,
 * its counts are kept, so that sums never go down: a scraper would take that for a new start and count everything again.
 */
export class WorkerMetrics {
  readonly #latest = new Map<number, readonly MetricValues[]>();
  readonly #gone = new Set<number>();
  #ended: MetricValues = [];
  #adding = Promise.resolve();

  /** Counts of all processes, also of those that are not there any more, as of the last answer of each. */
  get parts(): readonly MetricValues[] {
    return [this.#ended, ...[...this.#latest.values()].flat()];
  }

  /**
   * Asks one process, and waits for its answer.
   *
   * @param worker - its id
   * @param ask - asks it; one that cannot say is left out
   */
  async collect(worker: number, ask: () => Promise<readonly MetricValues[]>): Promise<void> {
    const parts = await ask().catch(() => undefined);
    if (parts !== undefined && !this.#gone.has(worker)) this.#latest.set(worker, parts);
  }

  /** Keeps what a process has counted that ended. */
  end(worker: number): Promise<void> {
    this.#gone.add(worker);
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
}
