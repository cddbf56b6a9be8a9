/**
 * Lets the requests that are at hand be answered together, a few in each turn of the event loop. One by one, the parser, this
 * program, SQLite and the system's sockets displace each other from the processor's caches: together they cost half as much
 * (docs/decisions/0003). Between turns the loop sees to everything else.
 */
export class Turns {
  readonly #mostPerTurn: number;
  readonly #schedule: (take: () => void) => unknown;
  #waiting: (() => void)[] = [];

  /**
   * @param mostPerTurn - as much work as takes some milliseconds together
   * @param schedule - when a turn comes: the next one of the loop, or a later one for work that is in no hurry
   */
  constructor(mostPerTurn: number, schedule: (take: () => void) => unknown = setImmediate) {
    this.#mostPerTurn = mostPerTurn;
    this.#schedule = schedule;
  }

  /** Begins work in the next turn that has room for it. */
  add(begin: () => void): void {
    if (this.#waiting.push(begin) === 1) this.#schedule(this.#take);
  }

  readonly #take = (): void => {
    const taken = this.#waiting.splice(0, this.#mostPerTurn);
    if (this.#waiting.length > 0) this.#schedule(this.#take);
    for (const begin of taken) begin();
  };
}
