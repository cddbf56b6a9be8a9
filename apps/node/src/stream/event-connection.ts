import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ByteBudget } from "../work/byte-budget.ts";
import { streamLimits } from "./limits.ts";

/** Why streams end. */
export const streamEnds = ["left", "done", "gone", "stalled", "aged", "failed", "closed"] as const;

/** Why a stream ended. */
export type StreamEnd = (typeof streamEnds)[number];

/** The connection of a stream. */
export interface StreamConnection
  extends Pick<ServerResponse, "write" | "end" | "destroy" | "destroyed" | "on" | "once"> {
  readonly socket?: Pick<Socket, "cork" | "uncork"> | null;
}

/** A client that takes server-sent events. Nothing waits here for one that is slow. */
export class EventConnection {
  readonly client: string;
  /** True after something that was too large for the room that there was. */
  needsRoom = false;
  /** Reads in a row for it that have failed. */
  tries = 0;
  /** Aborted when the stream has ended. */
  readonly signal: AbortSignal;
  readonly #connection: StreamConnection;
  readonly #held: ByteBudget;
  readonly #controller = new AbortController();
  readonly #ends: number;
  #sentAt: number;
  #blockedSince: number | undefined;
  #drained: PromiseWithResolvers<void> | undefined;
  /** The end of what came last, which the connection was not handed yet. */
  #rest: Uint8Array | undefined;
  #release: (() => void) | undefined;
  #end: StreamEnd = "left";

  /**
   * @param client - whose connection it is
   * @param held - counts what clients have not taken
   * @param now - milliseconds of a steady clock
   */
  constructor(connection: StreamConnection, client: string, held: ByteBudget, now: number) {
    this.client = client;
    this.signal = this.#controller.signal;
    this.#connection = connection;
    this.#held = held;
    this.#sentAt = now;
    this.#ends = now + streamLimits.age * (1 + Math.random() / 6);
    // Once: while a line that means nothing waits, a part may come that was asked for before.
    connection.on("drain", this.#onDrain);
    this.send(`retry: ${streamLimits.comeAgain}\n\n`, now);
  }

  /** True while the client has not taken what it was handed. */
  get isBlocked(): boolean {
    return this.#drained !== undefined;
  }

  /** When it was handed something last; milliseconds of a steady clock. */
  protected get sentAt(): number {
    return this.#sentAt;
  }

  /** Ends the stream's work when its connection closes. @param left - called with why it ended */
  onClose(left: (end: StreamEnd) => void): void {
    this.#connection.once("close", () => {
      this.#rest = undefined;
      this.#unblock();
      this.#controller.abort();
      left(this.#end);
    });
  }

  /** Hands over pieces together. @param whole - the memory that they are parts of */
  hand(pieces: readonly Uint8Array[], whole: Uint8Array): void {
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const isCopied = pieces.length > 1 || length < streamLimits.copiedBytes;
    const bytes = isCopied ? Buffer.concat(pieces, length) : pieces[0]!;
    if (this.send(bytes, performance.now()) || length < streamLimits.copiedBytes) return;
    const release = this.#held.hold(isCopied ? bytes : whole);
    if (release === undefined) this.stop("stalled");
    else this.#release = release;
  }

  /** Resolves when the client has taken what it was handed, or has left. */
  async drained(): Promise<void> {
    await this.#drained?.promise;
  }

  /** Does what is due by the clock. */
  look(now: number): void {
    if (now >= this.#ends) this.finish("aged");
    else if (this.#blockedSince !== undefined && now - this.#blockedSince >= streamLimits.stalled) this.stop("stalled");
    if (!this.isBlocked && now - this.#sentAt >= streamLimits.silent) this.send(":\n\n", now);
  }

  /** Ends the stream after a last event. */
  finish(end: StreamEnd, last = ""): void {
    if (this.#connection.destroyed || this.signal.aborted) return;
    this.#end = end;
    this.#controller.abort();
    // Who takes nothing would keep the node from ending.
    if (this.isBlocked) this.#connection.destroy();
    else this.#connection.end(last);
  }

  /** Closes the connection at once. */
  stop(end: StreamEnd): void {
    this.#end = end;
    this.#connection.destroy();
  }

  /** @returns false where the client has to take it first */
  protected send(data: string | Uint8Array, now: number): boolean {
    if (this.#connection.destroyed || this.signal.aborted) return true;
    this.#sentAt = now;
    if (typeof data !== "string") return this.#sendSlices(data, now);
    if (!writeNow(this.#connection, data)) this.#block(now);
    return !this.isBlocked;
  }

  /** Hands over as much as the connection takes: that it takes the next slice is how it shows that its client takes something. */
  #sendSlices(data: Uint8Array, now: number): boolean {
    for (let at = 0; at < data.length; ) {
      const slice = data.subarray(at, at + streamLimits.sliceBytes);
      at += slice.length;
      if (writeNow(this.#connection, slice)) continue;
      this.#rest = at < data.length ? data.subarray(at) : undefined;
      this.#block(now);
      return false;
    }
    return true;
  }

  #block(now: number): void {
    this.#blockedSince = now;
    this.#drained ??= Promise.withResolvers();
  }

  readonly #onDrain = (): void => {
    const rest = this.#rest;
    this.#rest = undefined;
    if (rest === undefined || this.send(rest, performance.now())) this.#unblock();
  };

  readonly #unblock = (): void => {
    this.#blockedSince = undefined;
    this.#drained?.resolve();
    this.#drained = undefined;
    this.#release?.();
    this.#release = undefined;
  };
}

/**
 * Writes in this turn of the event loop. A response keeps what it is given until the turn ends: of a thousand clients that wait for a
 * block the first would wait until the last was handed its part, which is a fifth of the median wait.
 */
function writeNow(connection: StreamConnection, data: string | Uint8Array): boolean {
  const { socket } = connection;
  socket?.cork();
  const isTaken = connection.write(data);
  socket?.uncork();
  return isTaken;
}
