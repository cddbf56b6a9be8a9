import { setImmediate as nextTurn } from "node:timers/promises";
import {
  endIndex,
  eventText,
  formatMark,
  type StreamQuestion,
  type StreamRequest,
  versionAfter,
} from "@ledger/api-core";
import { ConnectionHub, type HubOptions } from "./connection-hub.ts";
import type { StreamConnection } from "./event-connection.ts";
import { streamLimits } from "./limits.ts";
import { type PartReading, piecesOf, type ReadPage, readPart, sizeOf } from "./read-part.ts";
import { Subscriber } from "./subscriber.ts";

/** Parts and bounds of {@link StreamHub}. */
export interface StreamHubOptions extends PartReading, HubOptions {
  /** Called with the place and the cause when a part could not be read and its streams end. */
  readonly onFailure?: ((place: string, cause: unknown) => void) | undefined;
}

/**
 * Sends committed data to subscribers. A subscriber is a place in the ledger and a filter. The part after a place is read once for all
 * subscribers at that place, which at the head is most of them, and each gets the items that its filter wants. A client that lags,
 * because it asked for the past or reads slowly, has a place of its own.
 */
export class StreamHub extends ConnectionHub<Subscriber> {
  protected override readonly failedEvent = eventText("error", {
    message: "what follows could not be read: ask again from the last place",
    error_code: "internal_error",
    vm_error_code: null,
  });
  readonly #options: StreamHubOptions;
  /** Those who have all up to the head. */
  readonly #atHead = new Set<Subscriber>();
  /** Subscribers whose place is above the head. */
  readonly #ahead = new Set<Subscriber>();
  /** Subscribers that wait for the next part, by their place. */
  readonly #cohorts = new Map<string, Set<Subscriber>>();

  constructor(options: StreamHubOptions) {
    super(options);
    this.#options = options;
  }

  get #head(): bigint {
    return this.ledger?.version ?? -1n;
  }

  /**
   * Takes a client on.
   *
   * @param client - see `clientOf`
   * @param answer - begins the answer
   * @throws ApiError 503 when there are too many, or the node ends
   */
  open(client: string, { filter, after }: StreamRequest, answer: () => StreamConnection): void {
    const place = after ?? { version: -1n, index: endIndex };
    const begin = (): Subscriber => new Subscriber(answer(), { client, filter, place }, this.held, performance.now());
    void this.#begin(this.admit(client, begin), after === undefined);
  }

  async #begin(subscriber: Subscriber, isFromHead: boolean): Promise<void> {
    await this.begin();
    if (isFromHead) subscriber.place = { version: this.#head, index: endIndex };
    this.goOn(subscriber);
  }

  protected override goOn(subscriber: Subscriber): void {
    if (subscriber.isBlocked) subscriber.turns = subscriber.client;
    super.goOn(subscriber);
  }

  protected override proceed(subscriber: Subscriber): void {
    if (!this.#isThere(subscriber)) this.#join(subscriber);
  }

  protected override onLeft(subscriber: Subscriber): void {
    this.#atHead.delete(subscriber);
    this.#ahead.delete(subscriber);
  }

  /** Adds a client to the others at its place until their part is read: the busier the node, the more clients share a part. */
  #join(subscriber: Subscriber): void {
    const key = formatMark(subscriber.place);
    const cohort = this.#cohorts.get(key);
    if (cohort !== undefined) {
      cohort.add(subscriber);
      return;
    }
    const begun = new Set([subscriber]);
    this.#cohorts.set(key, begun);
    void this.#serve(key, begun, subscriber);
  }

  /** Reads the part after a place for all clients there, and gives each its items. */
  async #serve(key: string, cohort: ReadonlySet<Subscriber>, { turns, place: after }: Subscriber): Promise<void> {
    let filters: readonly string[] = [];
    const question = (): StreamQuestion | undefined => {
      // No client joins from here on.
      if (this.#cohorts.get(key) === cohort) this.#cohorts.delete(key);
      const present = [...cohort].filter(({ signal }) => !signal.aborted);
      filters = [...new Set(present.map(({ filter }) => filter))];
      const mostBytes = filters.length > 1 ? streamLimits.headBytes : streamLimits.pastBytes;
      return present.length === 0 ? undefined : { filters, after, to: this.#head, mostBytes };
    };
    // All clients that are ready in this turn of the event loop join first.
    await nextTurn();
    const page = await readPart(this.#options, turns, question);
    // The part may have failed before its question was asked.
    if (this.#cohorts.get(key) === cohort) this.#cohorts.delete(key);
    const positions = new Map(filters.map((filter, i) => [filter, i]));
    let hasEnded = false;
    for (const subscriber of cohort) {
      if (subscriber.signal.aborted) continue;
      if ("failure" in page) hasEnded = !this.tryAgain(subscriber) || hasEnded;
      else if ("gone" in page) sayGone(subscriber, page.gone);
      else this.#deliver(subscriber, page, positions.get(subscriber.filter)!);
    }
    if (hasEnded && "failure" in page && page.failure !== undefined) this.#options.onFailure?.(key, page.failure);
  }

  #deliver(subscriber: Subscriber, page: ReadPage, position: number): void {
    subscriber.isChecked = true;
    subscriber.tries = 0;
    const pieces = piecesOf(page, position);
    const bytes = sizeOf(pieces);
    if (this.hasRoomFor(subscriber, bytes)) {
      subscriber.take(pieces, page.next, page.whole);
      this.note(subscriber, bytes);
      if (pieces.length === 0 && !page.isEnd) subscriber.sayPlace(performance.now());
    }
    this.goOn(subscriber);
  }

  /** Makes a client wait that has everything up to the head. @returns false for a client that has not */
  #isThere(subscriber: Subscriber): boolean {
    const { place, isChecked } = subscriber;
    if (place.version > this.#head) {
      // Without a tag the client made the place up, and waits for the future; with one the ledger had got there already.
      if (place.tag !== undefined) subscriber.aheadSince ??= performance.now();
      this.#ahead.add(subscriber);
      return true;
    }
    if (!isChecked || versionAfter(place) <= this.#head) return false;
    subscriber.arrive(performance.now());
    subscriber.turns = ofAllAtHead;
    this.#atHead.add(subscriber);
    return true;
  }

  protected override onMoved(): void {
    const there = [...this.#atHead];
    this.#atHead.clear();
    for (const subscriber of there) {
      // Where the version is the same, the place is compared with what is there now.
      subscriber.isChecked = false;
      this.goOn(subscriber);
    }
    this.#wakeAhead();
  }

  /** Continues the clients whose place the head has reached. */
  #wakeAhead(): void {
    for (const subscriber of this.#ahead) {
      if (subscriber.place.version > this.#head) continue;
      this.#ahead.delete(subscriber);
      subscriber.aheadSince = undefined;
      subscriber.isChecked = false;
      this.goOn(subscriber);
    }
  }

  protected override look(subscriber: Subscriber, now: number): void {
    const { aheadSince, place } = subscriber;
    const { oldestLedgerVersion: version = 0n, timestampUsecs = 0n } = this.ledger ?? {};
    // While the newest block is old, this node may be the one that lags: then the place is compared when it is reached.
    const isCurrent = Date.now() - Number(timestampUsecs / 1_000n) < streamLimits.ahead;
    if (isCurrent && aheadSince !== undefined && now - aheadSince >= streamLimits.ahead) {
      const oldest = { version, index: 0 };
      const message = `${formatMark(place)} is above the newest version, ${this.#head}: the ledger has begun again or has lost blocks`;
      const gone = { reason: "reset", message, oldest_version: `${version}`, oldest: formatMark(oldest) };
      sayGone(subscriber, eventText("gone", gone));
    } else subscriber.look(now, this.#atHead.has(subscriber));
  }
}

/** Name of the turns that clients at the head share: with turns by client, all of them would wait for the other requests of one. */
const ofAllAtHead = "all at the head";

function sayGone(subscriber: Subscriber, event: string): void {
  subscriber.finish("gone", `retry: ${streamLimits.comeAgainGone}\n${event}`);
}
