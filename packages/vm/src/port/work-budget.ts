import { processorTime } from "@ledger/kit";

/** The names of what a host bounds. */
export type WorkBound = "instructions" | "memory" | "time";

/** The most that code may take of its host: about so many instructions, bytes of values that are made, milliseconds in which it runs and waits for nothing. */
export type WorkBounds = Readonly<Record<WorkBound, number>>;

/** Thrown where code has taken all that its host gives it. It is no outcome of the code: another host may give more. */
export class WorkBoundError extends Error {
  override readonly name = "WorkBoundError";
  readonly bound: WorkBound;

  constructor(bound: WorkBound, message: string) {
    super(message);
    this.bound = bound;
  }
}

/**
 * The work that a host does for a piece of code, such as one transaction with all of its sessions. Gas bounds nothing where its prices are
 * anybody's, and some code pays none.
 *
 * The memory is that of all values that were made, whether or not they are still held: what is held is never more. Instructions that make
 * one value at a time are bounded by their number.
 */
export class WorkBudget {
  readonly #bounds: WorkBounds;
  #instructions: number;
  #memory: number;
  #time: number;
  #since = processorTime();

  constructor(bounds: WorkBounds) {
    this.#bounds = bounds;
    this.#instructions = bounds.instructions;
    this.#memory = bounds.memory;
    this.#time = bounds.time;
  }

  /** Takes instructions that have run. @throws {@link WorkBoundError} */
  spend(instructions: number): void {
    this.#instructions -= instructions;
    if (this.#instructions < 0) throw this.#reached("instructions", "");
  }

  /** Takes bytes of a value that is made. @throws {@link WorkBoundError} */
  take(bytes: number): void {
    this.#memory -= bytes;
    if (this.#memory < 0) throw this.#reached("memory", " bytes");
  }

  /**
   * Takes milliseconds in which code has run, as far as this thread had the processor: on a busy machine others have it meanwhile.
   *
   * @throws {@link WorkBoundError}
   */
  run(milliseconds: number): void {
    const now = processorTime();
    this.#time -= Math.min(milliseconds, now - this.#since);
    this.#since = now;
    if (this.#time < 0) throw this.#reached("time", " ms");
  }

  #reached(bound: WorkBound, unit: string): WorkBoundError {
    return new WorkBoundError(
      bound,
      `it goes beyond the bound of ${bound}, ${this.#bounds[bound].toLocaleString("en")}${unit}`,
    );
  }
}
