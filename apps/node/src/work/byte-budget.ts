/** A bound on bytes that are held at one time, in all and for one client. */
export class ByteBudget {
  readonly #limit: number;
  readonly #limitOfClient: number;
  readonly #byClient = new Map<string, number>();
  #held = 0;

  constructor(limit: number, limitOfClient: number) {
    this.#limit = limit;
    this.#limitOfClient = limitOfClient;
  }

  /** @returns how to give the bytes back, once; `undefined` when there is no room for them */
  take(client: string, bytes: number): (() => void) | undefined {
    const own = this.#byClient.get(client) ?? 0;
    if (this.#held + bytes > this.#limit || own + bytes > this.#limitOfClient) return undefined;
    this.#held += bytes;
    this.#byClient.set(client, own + bytes);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#held -= bytes;
      const rest = this.#byClient.get(client)! - bytes;
      if (rest > 0) this.#byClient.set(client, rest);
      else this.#byClient.delete(client);
    };
  }
}
