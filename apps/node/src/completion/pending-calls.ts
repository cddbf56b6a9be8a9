/** Calls to another thread or process that have not been answered, by number. */
export class PendingCalls {
  readonly #pending = new Map<number, PromiseWithResolvers<void>>();
  #next = 0;

  /** Makes a call. @returns when it was answered; rejects with the failure that the other side told */
  call(send: (id: number) => void): Promise<void> {
    const id = this.#next++;
    const call = Promise.withResolvers<void>();
    this.#pending.set(id, call);
    send(id);
    return call.promise;
  }

  /** Takes an answer in. */
  settle(id: number, failure: string | undefined): void {
    const call = this.#pending.get(id);
    this.#pending.delete(id);
    if (failure === undefined) call?.resolve();
    else call?.reject(new Error(failure));
  }

  /** Gives all calls up, because nobody will answer them. */
  failAll(failure: string): void {
    for (const id of [...this.#pending.keys()]) this.settle(id, failure);
  }
}
