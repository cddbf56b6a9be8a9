import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Key under which a connection keeps the answer to its newest request. A property, because every request sets it. */
const newestAnswer = Symbol("newest answer");

/** Time that a new connection has for its first request while a server closes, milliseconds. */
const firstRequest = 1_000;

/** A connection as it is watched. */
export type Connection = Pick<Socket, "bytesWritten" | "destroy" | "end" | "once"> & {
  [newestAnswer]?: Pick<ServerResponse, "writableFinished">;
  /** Protocol of an encrypted connection. */
  alpnProtocol?: string | false | null;
};

/** Bounds of connections. */
export interface ConnectionLimits {
  /** Open at a time from one client, see `clientOf`. */
  readonly perClient: number;
  /** Milliseconds without progress after which one is closed. */
  readonly idle: number;
}

/** Bytes that a connection had sent, and the time since when it has sent nothing more. */
interface Progress {
  bytes: number;
  since: number;
}

/** Notes the newest answer of a connection, finished or not. */
export function noteAnswer(answer: ServerResponse): void {
  (answer.req.socket as Connection)[newestAnswer] = answer;
}

/** The answer to the newest request of a connection. */
export function newestAnswerOf(connection: object): ServerResponse | undefined {
  return (connection as Connection)[newestAnswer] as ServerResponse | undefined;
}

/**
 * The open connections of a server. One makes progress when parts of answers leave on it: bytes that a client sends keep nothing
 * open, as long as they are no request. One sweep over all of them takes the place of Node's timer for each, which is made again
 * for every request.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<Connection, Progress>();
  readonly #byClient = new Map<string, number>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Connections that are open. */
  get size(): number {
    return this.#open.size;
  }

  /**
   * Begins to watch a new connection.
   *
   * @param client - whose it is; `undefined` for one that is not bounded, such as that of a proxy
   * @param now - milliseconds of a steady clock
   * @returns false when the client has as many as it may have
   */
  add(connection: Connection, client: string | undefined, now: number): boolean {
    const count = client === undefined ? 0 : (this.#byClient.get(client) ?? 0);
    if (count >= this.#limits.perClient) return false;
    if (client !== undefined) this.#byClient.set(client, count + 1);
    this.#open.set(connection, { bytes: 0, since: now });
    connection.once("close", () => {
      this.#open.delete(connection);
      if (client !== undefined) this.#leave(client);
    });
    return true;
  }

  #leave(client: string): void {
    const rest = this.#byClient.get(client)! - 1;
    if (rest > 0) this.#byClient.set(client, rest);
    else this.#byClient.delete(client);
  }

  /** Closes what makes no progress. @param now - milliseconds of the same clock */
  sweep(now: number): void {
    for (const [connection, progress] of this.#open) {
      const bytes = connection.bytesWritten;
      if (bytes !== progress.bytes) {
        progress.bytes = bytes;
        progress.since = now;
      } else if (now - progress.since >= this.#limits.idle) {
        connection.destroy();
      }
    }
  }

  /**
   * Closes connections without an answer under way; a new one gets a moment to send its request. Node's own function takes an answer for sent when the last of it was handed
   * over, whether it has left or not.
   *
   * @param now - milliseconds of the same clock
   */
  closeIdle(now: number): void {
    for (const [connection, { since }] of this.#open) {
      // Its session ends it when all of its streams have.
      if (connection.alpnProtocol === "h2") continue;
      const newest = connection[newestAnswer];
      const isIdle = newest === undefined ? now - since >= firstRequest : newest.writableFinished;
      if (isIdle) connection.end(() => connection.destroy());
    }
  }
}
