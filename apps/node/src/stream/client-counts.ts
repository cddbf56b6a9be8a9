/** Bounds of streams at one time. */
export interface StreamBounds {
  /** Of all clients. */
  readonly all: number;
  /** Of one client. */
  readonly ofClient: number;
}

/** Counts the open streams of each client. A client without any is forgotten. */
export class ClientCounts {
  readonly #bounds: StreamBounds;
  readonly #byClient = new Map<string, number>();
  #all = 0;

  constructor(bounds: StreamBounds) {
    this.#bounds = bounds;
  }

  /** Counts one more. @returns the function that ends it; `undefined` when there are too many */
  take(client: string): (() => void) | undefined {
    const own = this.#byClient.get(client) ?? 0;
    if (this.#all >= this.#bounds.all || own >= this.#bounds.ofClient) return undefined;
    this.#byClient.set(client, own + 1);
    this.#all++;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#all--;
      const rest = this.#byClient.get(client)! - 1;
      if (rest > 0) this.#byClient.set(client, rest);
      else this.#byClient.delete(client);
    };
  }
}
