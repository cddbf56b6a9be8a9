/** Milliseconds between two looks. */
const lookMs = 500;

/** Tells when work that must go on takes too long, and when it is over. */
export class TroubleWatch {
  readonly #longestMs: number;
  readonly #tell: (reason: string | undefined) => void;
  readonly #timer: NodeJS.Timeout;
  #since: number | undefined;
  #reason: string | undefined;
  #isTold = false;

  /** @param longestMs - time that the work may take, milliseconds */
  constructor(longestMs: number, tell: (reason: string | undefined) => void) {
    this.#longestMs = longestMs;
    this.#tell = tell;
    this.#timer = setInterval(() => this.#look(), lookMs).unref();
  }

  /** Notes that work begins, unless some is under way. */
  begin(): void {
    this.#since ??= performance.now();
  }

  /** Notes why it has not succeeded yet. */
  note(reason: string): void {
    this.#reason = reason;
  }

  /** Notes that the server has answered. */
  end(): void {
    this.#since = undefined;
    this.#reason = undefined;
    if (!this.#isTold) return;
    this.#isTold = false;
    this.#tell(undefined);
  }

  /** Ends the watch. */
  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    if (this.#isTold || this.#since === undefined || performance.now() - this.#since < this.#longestMs) return;
    this.#isTold = true;
    this.#tell(`the database server takes no writes: ${this.#reason ?? "it does not answer"}`);
  }
}
