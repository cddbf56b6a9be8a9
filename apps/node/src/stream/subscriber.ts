import { eventText, formatMark, type StreamMark } from "@ledger/api-core";
import type { ByteBudget } from "../work/byte-budget.ts";
import { EventConnection, type StreamConnection } from "./event-connection.ts";
import { streamLimits } from "./limits.ts";

/** A client of a stream: a place and a filter. */
export class Subscriber extends EventConnection {
  readonly filter: string;
  /** All up to here was handed to the connection. */
  place: StreamMark;
  /** True once the place has been compared with the ledger. */
  isChecked = false;
  /** Name of the turns that it takes: its client until it is at the head, and again when its client is slow. */
  turns: string;
  /** Since when its place has been above the head; milliseconds of a steady clock. */
  aheadSince: number | undefined;
  #saidAt: string | undefined;
  #hasArrived = false;

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
    super(connection, client, held, now);
    this.turns = client;
    this.filter = filter;
    this.place = place;
  }

  /** Hands over what comes up to a place. @param whole - the memory that the pieces are parts of */
  take(pieces: readonly Uint8Array[], next: StreamMark, whole: Uint8Array): void {
    this.place = next;
    if (pieces.length === 0) return;
    this.#saidAt = undefined;
    this.hand(pieces, whole);
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
    this.send(eventText("at", { version: `${this.place.version}` }, this.place), now);
    this.#saidAt = place;
  }

  /** Does what is due by the clock. @param isAtHead - whether the place is that of the newest version */
  override look(now: number, isAtHead = false): void {
    if (isAtHead && !this.isBlocked && now - this.sentAt >= streamLimits.quiet) this.sayPlace(now);
    super.look(now);
  }
}
