import type { ServerResponse } from "node:http";
import { eventText, formatMark, type StreamMark } from "@ledger/api-core";
import type { ByteBudget } from "../work/byte-budget.ts";
import { streamLimits } from "./limits.ts";

/** Why streams end. */
export const streamEnds = ["left", "gone", "stalled", "aged", "failed", "closed"] as const;

/** Why a stream ended. */
export type StreamEnd = (typeof streamEnds)[number];

/** The connection of a stream. */
export type StreamConnection = Pick<ServerResponse, "write" | "end" | "destroy" | "destroyed" | "on" | "once">;

/** A client of a stream: a place and a filter. Nothing waits here for a client that is slow. */
export class Subscriber {
  readonly client: string;
  readonly filter: string;
  /** All up to here was handed to the connection. */
  place: StreamMark;
  /** True once the place has been compared with the ledger. */
  isChecked = false;
  /** Name of the turns that it takes: its client until it is at the head, and again when its client is slow. */
  turns: string;
  /** True after a part that was too large for the room that there was. */
  needsRoom = false;
  /** Parts in a row that could not be read. */
  tries = 0;
  /** Aborted when the stream has ended. */
  readonly signal: AbortSignal;
  /** Since when its place has been above the head; milliseconds of a steady clock. */
  aheadSince: number | undefined;
  readonly #connection: StreamConnection;
  readonly #held: ByteBudget;
  readonly #controller = new AbortController();
  readonly #ends: number;
  #saidAt: string | undefined;
  #hasArrived = false;
  #sentAt: number;
  #blockedSince: number | undefined;
  #drained: PromiseWithResolvers<void> | undefined;
  /** The end of the newest part, which the connection was not handed yet. */
  #rest: Uint8Array | undefined;
  #release: (() => void) | undefined;
  #end: StreamEnd = "left";

  /**
   * @param place - that the stream begins after
   * @param held - counts what clients have not taken
   * @param now - milliseconds of a steady clock
   */
  constructor(
    connection: StreamConnection,
    { client, filter, place }: { readonly client: string; readonly filter: string; readonly place: StreamMark },
    held: ByteBudget,
    now: number,
  ) {
    this.client = client;
    this.turns = client;
    this.filter = filter;
    this.place = place;
    this.signal = this.#controller.signal;
    this.#connection = connection;
    this.#held = held;
    this.#sentAt = now;
    this.#ends = now + streamLimits.age * (1 + Math.random() / 6);
    // Once: while a line that means nothing waits, a part may come that was asked for before.
    connection.on("drain", this.#onDrain);
    this.#write(`retry: ${streamLimits.comeAgain}\n\n`, now);
  }

  /** True while the client has not taken what it was handed. */
  get isBlocked(): boolean {
    return this.#drained !== undefined;
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

  /** Hands over what comes up to a place. @param whole - the memory that the pieces are parts of */
  take(pieces: readonly Uint8Array[], next: StreamMark, whole: Uint8Array): void {
    this.place = next;
    if (pieces.length === 0) return;
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const isCopied = pieces.length > 1 || length < streamLimits.copiedBytes;
    const bytes = isCopied ? Buffer.concat(pieces, length) : pieces[0]!;
    this.#saidAt = undefined;
    if (this.#write(bytes, performance.now()) || length < streamLimits.copiedBytes) return;
    const release = this.#held.hold(isCopied ? bytes : whole);
    if (release === undefined) this.stop("stalled");
    else this.#release = release;
  }

  /** Resolves when the client has taken what it was handed, or has left. */
  async drained(): Promise<void> {
    await this.#drained?.promise;
  }

  /** Says once that the stream is at the head: from then on its place is sent by the clock, not with each block. */
  arrive(now: number): void {
    if (!this.#hasArrived) this.sayPlace(now);
    this.#hasArrived = true;
  }

  /** Says how far the stream is, unless it has said so. */
  sayPlace(now: number): void {
    const place = formatMark(this.place);
    if (this.isBlocked || this.#saidAt === place || this.place.tag === undefined) return;
    this.#write(eventText("at", { version: `${this.place.version}` }, this.place), now);
    this.#saidAt = place;
  }

  /** Does what is due by the clock. @param isAtHead - whether the place is that of the newest version */
  look(now: number, isAtHead: boolean): void {
    if (now >= this.#ends) this.finish("aged");
    else if (this.#blockedSince !== undefined) {
      if (now - this.#blockedSince >= streamLimits.stalled) this.stop("stalled");
    } else if (isAtHead && now - this.#sentAt >= streamLimits.quiet) this.sayPlace(now);
    if (!this.isBlocked && now - this.#sentAt >= streamLimits.silent) this.#write(":\n\n", now);
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
  #write(data: string | Uint8Array, now: number): boolean {
    if (this.#connection.destroyed || this.signal.aborted) return true;
    this.#sentAt = now;
    if (typeof data !== "string") return this.#writeSlices(data, now);
    if (!this.#connection.write(data)) this.#block(now);
    return !this.isBlocked;
  }

  /** Hands over as much as the connection takes: that it takes the next slice is how it shows that its client takes something. */
  #writeSlices(data: Uint8Array, now: number): boolean {
    for (let at = 0; at < data.length; ) {
      const slice = data.subarray(at, at + streamLimits.sliceBytes);
      at += slice.length;
      if (this.#connection.write(slice)) continue;
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
    if (rest === undefined || this.#write(rest, performance.now())) this.#unblock();
  };

  readonly #unblock = (): void => {
    this.#blockedSince = undefined;
    this.#drained?.resolve();
    this.#drained = undefined;
    this.#release?.();
    this.#release = undefined;
  };
}
