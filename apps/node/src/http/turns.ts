/**
 * Lets the requests that are at hand be answered together, a few in each turn of the event loop. One by one, the parser, this
 * program, SQLite and the system's sockets displace each other from the processor's caches: together they cost half as much
 * (docs/decisions/0003). Between turns the loop sees to everything else.
 */
export class Turns {
  readonly #mostPerTurn: number;
  #waiting: (() => void)[] = [];

  /** @param mostPerTurn - as much work as takes some milliseconds together */
  constructor(mostPerTurn: number) {
    this.#mostPerTurn = mostPerTurn;
  }

  /** Begins work in the next turn that has room for it. */
  add(begin: () => void): void {
    if (this.#waiting.push(begin) === 1) setImmediate(this.#take);
  }

  readonly #take = (): void => {
    const taken = this.#waiting.splice(0, this.#mostPerTurn);
    if (this.#waiting.length > 0) setImmediate(this.#take);
    for (const begin of taken) begin();
  };
}
