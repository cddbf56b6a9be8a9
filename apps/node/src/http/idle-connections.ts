import type { Socket } from "node:net";

/** A connection as its bytes show it. */
export type Connection = Pick<Socket, "bytesRead" | "bytesWritten" | "destroy" | "once">;

/** How many bytes had moved, and since when none has. */
interface Movement {
  bytes: number;
  since: number;
}

/**
 * Closes connections on which nothing moves: between two requests, or because a client asks for much and reads nothing. One
 * sweep over all of them takes the place of Node's timer per connection, which is made anew for every request.
 */
export class IdleConnections {
  readonly #limit: number;
  readonly #connections = new Map<Connection, Movement>();

  /** @param limit - milliseconds that a connection may stand still */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Connections that are open. */
  get size(): number {
    return this.#connections.size;
  }

  /** Takes a new connection in. @param now - milliseconds of a steady clock */
  watch(connection: Connection, now: number): void {
    this.#connections.set(connection, { bytes: 0, since: now });
    connection.once("close", () => this.#connections.delete(connection));
  }

  /** Closes what has stood still for too long. @param now - milliseconds of the same clock */
  sweep(now: number): void {
    for (const [connection, movement] of this.#connections) {
      const bytes = connection.bytesRead + connection.bytesWritten;
      if (bytes !== movement.bytes) {
        movement.bytes = bytes;
        movement.since = now;
      } else if (now - movement.since >= this.#limit) {
        connection.destroy();
      }
    }
  }
}
