/** Requests that are begun in one turn: as many as take some milliseconds together. */
const MOST_PER_TURN = 16;

/**
 * Lets the requests that are at hand be answered together, a few in each turn of the event loop. One by one, the parser, this
 * program, SQLite and the system's sockets displace each other from the processor's caches: together they cost half as much
 * (docs/decisions/0003). Between turns the loop sees to everything else.
 */
export class Turns {
  #waiting: (() => void)[] = [];

  /** Begins work in the next turn that has room for it. */
  add(begin: () => void): void {
    if (this.#waiting.push(begin) === 1) setImmediate(this.#take);
  }

  readonly #take = (): void => {
    const taken = this.#waiting.splice(0, MOST_PER_TURN);
    if (this.#waiting.length > 0) setImmediate(this.#take);
    for (const begin of taken) begin();
  };
}
