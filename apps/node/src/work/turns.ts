/** Turns of which one is measured: measuring each would cost more than what is learned. */
export const sampled = 16;

/**
 * Lets the requests that are at hand be answered together, a few in each turn of the event loop. One by one, the parser, this
 * program, SQLite and the system's sockets displace each other from the processor's caches: together they cost half as much
 * (docs/decisions/0003). Between turns the loop sees to everything else. Clients take turns too, however many requests each has.
 */
export class Turns {
  readonly #mostPerTurn: number;
  readonly #schedule: (take: () => void) => unknown;
  readonly #onSample: ((clients: readonly string[], milliseconds: number) => void) | undefined;
  #turns = 0;
  /** By client, the one whose turn is next first. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /**
   * @param mostPerTurn - as much work as takes some milliseconds together
   * @param schedule - when a turn comes: the next one of the loop, or a later one for work that is in no hurry
   * @param onSample - called with the clients of one turn in {@link sampled}, and the milliseconds that it took
   */
  constructor(
    mostPerTurn: number,
    schedule: (take: () => void) => unknown = setImmediate,
    onSample?: (clients: readonly string[], milliseconds: number) => void,
  ) {
    this.#mostPerTurn = mostPerTurn;
    this.#schedule = schedule;
    this.#onSample = onSample;
  }

  /** Begins work in the next turn that has room for it. @param client - whose work it is; absent where all of it is of one */
  add(begin: () => void, client = ""): void {
    if (this.#waiting.size === 0) this.#schedule(this.#take);
    const own = this.#waiting.get(client);
    if (own === undefined) this.#waiting.set(client, [begin]);
    else own.push(begin);
  }

  readonly #take = (): void => {
    const taken: (() => void)[] = [];
    const sample: string[] | undefined = this.#onSample && this.#turns++ % sampled === 0 ? [] : undefined;
    for (const [client, own] of this.#waiting) {
      if (taken.length === this.#mostPerTurn) break;
      // One of each while there are several clients.
      const many = this.#waiting.size > 1 ? 1 : this.#mostPerTurn - taken.length;
      for (const begin of own.splice(0, many)) {
        taken.push(begin);
        sample?.push(client);
      }
      this.#waiting.delete(client);
      // At the end of the row, where this loop meets it again.
      if (own.length > 0) this.#waiting.set(client, own);
    }
    if (this.#waiting.size > 0) this.#schedule(this.#take);
    const begun = sample && performance.now();
    for (const begin of taken) begin();
    // What they do later in this turn of the loop comes before it.
    if (sample !== undefined) setImmediate(() => this.#onSample?.(sample, performance.now() - begun!));
  };
}
