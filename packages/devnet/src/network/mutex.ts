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

/** A {@link Mutex} for each name that has work to do. */
export class Turns {
  readonly #queues = new Map<string, { readonly mutex: Mutex; waiting: number }>();

  /** Runs `work` when everything of the same name before it has ended. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(name) ?? { mutex: new Mutex(), waiting: 0 };
    this.#queues.set(name, queue);
    queue.waiting++;
    try {
      return await queue.mutex.run(work);
    } finally {
      if (--queue.waiting === 0) this.#queues.delete(name);
    }
  }
}
