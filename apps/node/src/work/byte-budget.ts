/** A bound on bytes that are held at one time, in all and for one client. */
export class ByteBudget {
  readonly #limit: number;
  readonly #limitOfClient: number;
  readonly #onRoom: () => void;
  readonly #byClient = new Map<string, number>();
  /** Users of each body that {@link hold} counts. */
  readonly #users = new Map<Uint8Array, number>();
  #bytes = 0;

  /** @param onRoom - called when bytes were given back */
  constructor(limit: number, limitOfClient = limit, onRoom: () => void = () => undefined) {
    this.#limit = limit;
    this.#limitOfClient = limitOfClient;
    this.#onRoom = onRoom;
  }

  /** Bytes that are held. */
  get bytes(): number {
    return this.#bytes;
  }

  get hasRoom(): boolean {
    return this.#bytes < this.#limit;
  }

  /** Takes bytes that are yet to come. @returns gives them back, once; `undefined` when they do not fit */
  take(client: string, bytes: number): (() => void) | undefined {
    const own = this.#byClient.get(client) ?? 0;
    if (this.#bytes + bytes > this.#limit || own + bytes > this.#limitOfClient) return undefined;
    this.#byClient.set(client, own + bytes);
    this.#bytes += bytes;
    return once(() => {
      const rest = this.#byClient.get(client)! - bytes;
      if (rest > 0) this.#byClient.set(client, rest);
      else this.#byClient.delete(client);
      this.#giveBack(bytes);
    });
  }

  /**
   * Holds a body that is there already for one user more: it may be larger than what is left. A body with several users is in memory once,
   * and counts once.
   *
   * @returns lets go of it, once; `undefined` when there is no room for another body
   */
  hold(body: Uint8Array): (() => void) | undefined {
    const users = this.#users.get(body) ?? 0;
    if (users === 0) {
      if (!this.hasRoom) return undefined;
      this.#bytes += body.length;
    }
    this.#users.set(body, users + 1);
    return once(() => {
      const rest = this.#users.get(body)! - 1;
      if (rest > 0) {
        this.#users.set(body, rest);
        return;
      }
      this.#users.delete(body);
      this.#giveBack(body.length);
    });
  }

  #giveBack(bytes: number): void {
    this.#bytes -= bytes;
    this.#onRoom();
  }
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
