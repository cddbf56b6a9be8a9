/** Lines of one kind that are written in a second. */
const linesPerSecond = 20;

/** Milliseconds until what was too much is summed up. */
const second = 1_000;

/**
 * Lets so many lines through in a second, and sums up the rest in one line when the second is over: what a burst costs does not grow with the
 * burst.
 */
export class LineBudget<T> {
  readonly #join: (sum: T | undefined, next: T) => T;
  readonly #sumUp: (sum: T) => void;
  #left = linesPerSecond;
  #sum: T | undefined;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param join - adds one that got no line to what is known of the others
   * @param sumUp - writes the line about all of them
   */
  constructor(join: (sum: T | undefined, next: T) => T, sumUp: (sum: T) => void) {
    this.#join = join;
    this.#sumUp = sumUp;
  }

  /** Returns true if there is a line for one more; if not, it is added to the sum. @param count - makes what is added */
  take(count: () => T): boolean {
    this.#timer ??= setTimeout(() => this.flush(), second).unref();
    if (this.#left > 0) {
      this.#left--;
      return true;
    }
    this.#sum = this.#join(this.#sum, count());
    return false;
  }

  /** Writes the sum, where there is one, and begins another second. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#left = linesPerSecond;
    const sum = this.#sum;
    this.#sum = undefined;
    if (sum !== undefined) this.#sumUp(sum);
  }
}

/** A {@link LineBudget} that only counts those beyond it. @param sumUp - writes the line about them */
export function countingBudget(sumUp: (count: number) => void): LineBudget<number> {
  return new LineBudget((sum = 0, next) => sum + next, sumUp);
}
