import { once } from "node:events";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";

/** A parameter of a statement. Numbers and text are sent as text, bytes in binary. */
export type Parameter = number | string | boolean | Uint8Array | null;

/** An SQL statement that runs more than once. */
export interface Statement {
  /** Unique within the driver. */
  readonly name: string;
  readonly text: string;
}

/** How a connection is used. */
export interface SessionOptions {
  /** True if statements are prepared. */
  readonly prepare: boolean;
  /** Which of the servers of its target it leads to. */
  readonly server: number;
  /** Time without any answer to what was asked after which the connection is given up, milliseconds. */
  readonly silenceMs: number;
}

/** Milliseconds between two looks whether a server is silent. */
const lookMs = 500;

/** A server that was asked and did not answer: it hangs, or its host is gone. */
export class SilentServer extends Error {
  override readonly name = "SilentServer";
}

/**
 * A connection with the statements that it has prepared. It ends by itself when the server does not answer what it was asked: a
 * stopped server and a vanished host keep connections open for ever.
 */
export class Session {
  readonly server: number;
  readonly #client: pg.Client;
  readonly #socket: Socket;
  readonly #prepare: boolean;
  readonly #silenceMs: number;
  readonly #watch: NodeJS.Timeout;
  #generation = 0;
  #isBroken = false;
  #unanswered = 0;
  /** When the server was last heard of, or was asked after a pause. */
  #heard = 0;

  constructor(client: pg.Client, socket: Socket, { prepare, server, silenceMs }: SessionOptions) {
    this.server = server;
    this.#client = client;
    this.#socket = socket;
    this.#prepare = prepare;
    this.#silenceMs = silenceMs;
    this.#watch = setInterval(() => this.#look(), Math.min(lookMs, silenceMs)).unref();
    client.once("end", () => this.#break());
    client.on("error", () => this.#break());
  }

  /** True if nothing can be sent any more. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Returns true if an answer is overdue, or would be soon: another connection has shown that the server is silent. */
  get isWaiting(): boolean {
    return this.#unanswered > 0 && performance.now() - this.#heard > this.#silenceMs / 2;
  }

  /** Runs a statement, prepared where that is possible. */
  async run<Row extends object>({ name, text }: Statement, values: readonly Parameter[]): Promise<readonly Row[]> {
    const query = { text, values: values.map(toWire) };
    const prepared = this.#prepare ? { ...query, name: `${name}_${this.#generation}` } : query;
    return (await this.#ask(() => this.#client.query<Row>(prepared))).rows;
  }

  /** Runs a statement once. Without parameters it may be several, of which the last one's result is returned. */
  async query<Row extends object>(text: string, values?: readonly Parameter[]): Promise<pg.QueryResult<Row>> {
    const results = await this.#ask(() => this.#client.query<Row>(text, values?.map(toWire)));
    return Array.isArray(results) ? (results.at(-1) as pg.QueryResult<Row>) : results;
  }

  /** Loads rows by a COPY statement. @param parts - its input, which is made while the server takes in what came before */
  copyIn(text: string, parts: Iterable<Uint8Array>): Promise<void> {
    return this.#ask(async () => {
      const stream = this.#client.query(copyFrom(text));
      const loaded = new Promise<void>((resolve, reject) => {
        stream.once("finish", resolve);
        stream.once("error", reject);
      });
      loaded.catch(() => undefined);
      try {
        for (const part of parts) {
          if (!stream.write(part)) await Promise.race([once(stream, "drain"), loaded]);
          this.#heard = performance.now();
          await nextTurn();
        }
        stream.end();
      } catch (error) {
        stream.destroy();
        throw error;
      }
      await loaded;
    });
  }

  /** Forgets what is prepared: the server dropped it, or it does not fit the tables any more. New names replace the old ones. */
  prepareAgain(): void {
    this.#generation++;
  }

  /** Ends the connection in good order. */
  async end(): Promise<void> {
    this.#break();
    await this.#client.end().catch(() => undefined);
  }

  /** Ends the connection without waiting for anything; what was not answered fails. */
  discard(reason?: Error): void {
    this.#break();
    this.#socket.destroy(reason);
  }

  async #ask<T>(work: () => Promise<T>): Promise<T> {
    if (this.#unanswered++ === 0) this.#heard = performance.now();
    try {
      return await work();
    } finally {
      this.#unanswered--;
      this.#heard = performance.now();
    }
  }

  #break(): void {
    this.#isBroken = true;
    clearInterval(this.#watch);
  }

  #look(): void {
    if (this.#unanswered === 0 || performance.now() - this.#heard < this.#silenceMs) return;
    this.discard(new SilentServer(`no answer for ${this.#silenceMs / 1_000} s`));
  }
}

/** The library sends buffers in binary, whatever the type of the parameter. */
function toWire(value: Parameter): unknown {
  return value instanceof Uint8Array && !Buffer.isBuffer(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.length)
    : value;
}
