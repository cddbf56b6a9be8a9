import { streamLimits } from "./limits.ts";

/** Milliseconds whose bytes a client may take at once. */
const burst = 1_000;

/**
 * Spreads what each client takes over time: all of its streams together get so many bytes for each second. Who takes more waits, and loses
 * nothing by it, since a stream continues from its place.
 */
export class ClientPace {
  /** When each client will have had the time for what it took; milliseconds of a steady clock. */
  readonly #until = new Map<string, number>();
  #looked = 0;

  /** Notes what a client was handed. @param now - milliseconds of a steady clock */
  note(client: string, bytes: number, now: number): void {
    if (now - this.#looked >= burst) this.#forget(now);
    const begin = Math.max(this.#until.get(client) ?? 0, now - burst);
    this.#until.set(client, begin + (bytes * 1_000) / streamLimits.clientBytes);
  }

  /** Milliseconds until a client may be handed more; 0 for none. */
  waitOf(client: string, now: number): number {
    return Math.max(0, (this.#until.get(client) ?? 0) - now);
  }

  #forget(now: number): void {
    this.#looked = now;
    for (const [client, until] of this.#until) if (until <= now - burst) this.#until.delete(client);
  }
}
