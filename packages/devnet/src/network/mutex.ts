/** Runs one piece of work after the other. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` when everything before it has ended. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
