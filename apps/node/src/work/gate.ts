/** Begins work in later turns of the event loop, a bounded number of pieces at a time and in the order they came. */
export class Gate {
  readonly #most: number;
  readonly #waiting: (() => Promise<void>)[] = [];
  #begun = 0;

  /** @param most - pieces of work that are under way at one time */
  constructor(most: number) {
    this.#most = most;
  }

  /** @param work - must not reject */
  add(work: () => Promise<void>): void {
    this.#waiting.push(work);
    setImmediate(this.#begin);
  }

  readonly #begin = (): void => {
    if (this.#begun >= this.#most) return;
    const work = this.#waiting.shift();
    if (work === undefined) return;
    this.#begun++;
    void work().finally(() => {
      this.#begun--;
      this.#begin();
    });
  };
}
