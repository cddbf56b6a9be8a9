/** How much longer than usual a commit may take before its merge is cut short. */
const longestRatio = 1.15;
/** Of the time left for a merge, what its rows may take; the rest is for writing their pages. */
const shareOfRows = 2 / 3;
/** Weight of a commit in what is usual. */
const weight = 1 / 4;

/**
 * Cuts the merge beside a commit short where the commit has taken long already, so that commits take equally long whatever
 * the machine does beside, and however little of the code has been compiled. What is left is spread over later commits.
 */
export class MergePace {
  readonly #now: () => number;
  /** Milliseconds for each write of a commit that merged; unknown before the first. */
  #usual: number | undefined;
  #startedAt = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A commit begins. */
  begin(): void {
    this.#startedAt = this.#now();
  }

  /** When the rows of the merge beside the commit should have been moved, on the clock of the constructor. */
  deadline(writes: number): number {
    const now = this.#now();
    if (this.#usual === undefined) return now;
    return now + Math.max(0, this.#startedAt + longestRatio * this.#usual * writes - now) * shareOfRows;
  }

  /** A commit has ended, with what it could merge. */
  end(writes: number): void {
    const taken = (this.#now() - this.#startedAt) / writes;
    // The first merges nothing, and its code is not compiled yet: about as much as a merge takes later.
    this.#usual = this.#usual === undefined ? taken : this.#usual + (taken - this.#usual) * weight;
  }
}
