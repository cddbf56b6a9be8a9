/** Adds up a count that begins again with 0 whenever what counts is started again. */
export class GrowingCount {
  #total = 0;
  #last = 0;

  get total(): number {
    return this.#total;
  }

  /** Takes the latest value of the count. */
  take(value: number): void {
    this.#total += value < this.#last ? value : value - this.#last;
    this.#last = value;
  }
}
