import { setTimeout as delay } from "node:timers/promises";
import type { LedgerReader } from "@ledger/state-store";
import type { StoreLocation } from "./location.ts";
import { openReader } from "./open-store.ts";

/** Milliseconds between two looks at a replica. */
const interval = 100;

/** Milliseconds until the next look, where one has failed. */
const afterFailure = 1_000;

/** The readers of what is kept, and of the replica that answers come from. */
interface Readers {
  readonly written: LedgerReader;
  readonly read: LedgerReader;
}

/** Waits until a replica shows what is kept. */
export class ReplicaWait {
  readonly #places: { readonly written: StoreLocation; readonly read: StoreLocation };
  readonly #open: typeof openReader;
  readonly #stop = new AbortController();
  #readers: Promise<Readers> | undefined;

  /** @param open - opens a ledger for reading */
  constructor(written: StoreLocation, read: StoreLocation, open: typeof openReader = openReader) {
    this.#places = { written, read };
    this.#open = open;
  }

  /** Resolves when the replica shows all that is kept now, or the wait is closed. It keeps trying where one of the two does not answer. */
  readonly untilRead = async (): Promise<void> => {
    const { signal } = this.#stop;
    let head: bigint | undefined;
    while (!signal.aborted) {
      let pause = interval;
      try {
        this.#readers ??= this.#openBoth();
        const { written, read } = await this.#readers;
        head ??= (await written.summary())?.version ?? -1n;
        if (((await read.summary())?.version ?? -1n) >= head) return;
      } catch {
        // Health says what is wrong with the servers.
        pause = afterFailure;
      }
      await delay(pause, undefined, { signal }).catch(() => undefined);
    }
  };

  /** Ends what waits. */
  async close(): Promise<void> {
    this.#stop.abort();
    const readers = await this.#readers?.catch(() => undefined);
    await readers?.written.close();
    await readers?.read.close();
  }

  async #openBoth(): Promise<Readers> {
    try {
      const written = await this.#open(this.#places.written);
      try {
        return { written, read: await this.#open(this.#places.read) };
      } catch (error) {
        await written.close();
        throw error;
      }
    } catch (error) {
      this.#readers = undefined;
      throw error;
    }
  }
}
