import { overloaded } from "@ledger/api-core";
import type { WorkLimits } from "./limits.ts";

/** Milliseconds in which work is done that counts as quick. */
const quick = 50;

interface Waiting {
  /** Begins the work. */
  begin(): void;
}

/**
 * Bounds work of one kind: some of it runs, some waits, the rest is refused. Clients take turns, however much each of them
 * asks for; what waits too long is refused, and what a client that has left was waiting for is dropped.
 */
export class WorkQueue {
  readonly #limits: WorkLimits;
  readonly #hasRoom: () => boolean;
  /** By client, in the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>();
  #running = 0;
  #count = 0;
  /** How much may run now: quick work makes it grow, other work shrink. */
  #most: number;

  /** @param hasRoom - whether memory is left for more answers; call {@link next} when there is again */
  constructor(limits: WorkLimits, hasRoom: () => boolean = () => true) {
    this.#limits = limits;
    this.#most = limits.running;
    this.#hasRoom = hasRoom;
  }

  /** Work that runs and waits now. */
  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running, waiting: this.#count };
  }

  /**
   * Does work when its turn has come.
   *
   * @param client - whose work it is
   * @param signal - aborted when the result is not needed any more
   * @throws ApiError 503 when there is too much of it, or its turn does not come in time
   */
  async run<T>(client: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#most && this.#count === 0 && this.#hasRoom()) this.#running++;
    else await this.#turn(client, signal);
    const begun = performance.now();
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#running--;
      this.#learn(performance.now() - begun);
      this.next();
    }
  }

  /** Begins what has room now. */
  next(): void {
    while (this.#running < this.#most && this.#count > 0 && this.#hasRoom()) {
      const [client, list] = this.#waiting.entries().next().value!;
      const first = list.shift()!;
      this.#waiting.delete(client);
      // The client goes to the end of the row.
      if (list.length > 0) this.#waiting.set(client, list);
      this.#running++;
      first.begin();
    }
  }

  #learn(milliseconds: number): void {
    const { running, runningWhileQuick = running } = this.#limits;
    if (milliseconds < quick) this.#most = Math.min(this.#most + 1, runningWhileQuick);
    else this.#most = Math.max(this.#most >> 1, running);
  }

  #turn(client: string, signal: AbortSignal): Promise<void> {
    const list = this.#waiting.get(client) ?? [];
    const { waiting, waitingOfClient, patience } = this.#limits;
    if (this.#count >= waiting || list.length >= waitingOfClient) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown): void => {
        settle();
        list.splice(list.indexOf(entry), 1);
        if (list.length === 0) this.#waiting.delete(client);
        reject(reason);
      };
      const settle = (): void => {
        this.#count--;
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
      };
      const onAbort = (): void => leave(signal.reason);
      const timer = setTimeout(() => leave(overloaded()), patience);
      const entry: Waiting = {
        begin() {
          settle();
          resolve();
        },
      };
      signal.addEventListener("abort", onAbort);
      this.#count++;
      list.push(entry);
      this.#waiting.set(client, list);
    });
  }
}
