import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import {
  type Api,
  ApiError,
  endIndex,
  eventText,
  formatMark,
  type StreamQuestion,
  type StreamRequest,
  versionAfter,
} from "@ledger/api-core";
import type { StreamCounts } from "../metrics/serving-metrics.ts";
import { ByteBudget } from "../work/byte-budget.ts";
import { Turns } from "../work/turns.ts";
import { ClientCounts, type StreamBounds } from "./client-counts.ts";
import { streamLimits } from "./limits.ts";
import { type PartReading, piecesOf, type ReadPage, readPart, sizeOf } from "./read-part.ts";
import { type StreamConnection, type StreamEnd, Subscriber, streamEnds } from "./subscriber.ts";

/** Parts and bounds of {@link StreamHub}. */
export interface StreamHubOptions extends PartReading {
  readonly bounds: StreamBounds;
  readonly head: Api["head"];
  /** Called with the place and the cause when a part could not be read and its streams end. */
  readonly onFailure?: ((place: string, cause: unknown) => void) | undefined;
}

/**
 * Sends committed data to subscribers. A subscriber is a place in the ledger and a filter. The part after a place is read once for all
 * subscribers at that place, which at the head is most of them, and each gets the items that its filter wants. A client that lags,
 * because it asked for the past or reads slowly, has a place of its own.
 */
export class StreamHub {
  readonly #options: StreamHubOptions;
  readonly #held: ByteBudget;
  readonly #clients: ClientCounts;
  readonly #subscribers = new Set<Subscriber>();
  /** Those who have all up to the head. */
  readonly #atHead = new Set<Subscriber>();
  /** Subscribers whose place is above the head. */
  readonly #ahead = new Set<Subscriber>();
  /** Subscribers that wait for the next part, by their place. */
  readonly #cohorts = new Map<string, Set<Subscriber>>();
  readonly #looks = new Turns(streamLimits.sweptAtATime);
  readonly #ended = new Map<StreamEnd, number>(streamEnds.map((why) => [why, 0]));
  #head = -1n;
  #incarnation: number | undefined;
  #oldest = 0n;
  /** Time of the newest block, milliseconds since the epoch. */
  #headTime = 0;
  #opened = 0;
  #refused = 0;
  #isClosed = false;
  #sweeping: NodeJS.Timeout | undefined;
  #wake: () => void = () => undefined;
  /** True if something was committed since the last look. */
  #isStale = false;
  /** The first look at the ledger for those who are here, who wait for it. */
  #started: Promise<unknown> | undefined;
  /** Resolves what waits for room in {@link #held}. */
  #room: PromiseWithResolvers<void> | undefined;
  #onEmpty: () => void = () => undefined;

  constructor(options: StreamHubOptions) {
    this.#options = options;
    this.#clients = new ClientCounts(options.bounds);
    this.#held = new ByteBudget(streamLimits.heldBytes, streamLimits.heldBytes, () => {
      this.#room?.resolve();
      this.#room = undefined;
    });
  }

  /** The streams that there are now. */
  get load(): StreamCounts {
    const [open, opened, refused, heldBytes] = [this.#subscribers.size, this.#opened, this.#refused, this.#held.bytes];
    return { open, opened, refused, ended: [...this.#ended], heldBytes };
  }

  /** Looks for more at once: something was committed. */
  noteCommit(): void {
    this.#isStale = true;
    this.#wake();
  }

  /**
   * Takes a client on.
   *
   * @param client - see `clientOf`
   * @param answer - begins the answer
   * @throws ApiError 503 when there are too many, or the node ends
   */
  open(client: string, { filter, after }: StreamRequest, answer: () => StreamConnection): void {
    if (this.#isClosed) throw unavailable("the node ends");
    const release = this.#clients.take(client);
    if (release === undefined) {
      this.#refused++;
      throw unavailable("too many streams: raise --max-streams or --max-client-streams to allow more");
    }
    const place = after ?? { version: -1n, index: endIndex };
    let subscriber: Subscriber;
    try {
      subscriber = new Subscriber(answer(), { client, filter, place }, this.#held, performance.now());
    } catch (error) {
      release();
      throw error;
    }
    this.#opened++;
    this.#subscribers.add(subscriber);
    subscriber.onClose((why) => {
      release();
      this.#forget(subscriber, why);
    });
    void this.#begin(subscriber, after === undefined);
  }

  /** Ends all streams; no others begin. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#sweeping);
    this.#wake();
    for (const subscriber of this.#subscribers) subscriber.finish("closed");
    const leaving = new AbortController();
    this.#onEmpty = () => leaving.abort();
    if (this.#subscribers.size > 0)
      await delay(streamLimits.leave, undefined, { signal: leaving.signal }).catch(() => undefined);
    for (const subscriber of this.#subscribers) subscriber.stop("closed");
  }

  #forget(subscriber: Subscriber, why: StreamEnd): void {
    this.#subscribers.delete(subscriber);
    this.#atHead.delete(subscriber);
    this.#ahead.delete(subscriber);
    this.#ended.set(why, (this.#ended.get(why) ?? 0) + 1);
    if (this.#subscribers.size > 0) return;
    clearInterval(this.#sweeping);
    this.#sweeping = undefined;
    this.#wake();
    this.#onEmpty();
  }

  async #begin(subscriber: Subscriber, isFromHead: boolean): Promise<void> {
    this.#sweeping ??= setInterval(() => this.#sweep(), streamLimits.sweep).unref();
    this.#started ??= this.#lookForHead().then(() => void this.#follow());
    await this.#started;
    if (isFromHead) subscriber.place = { version: this.#head, index: endIndex };
    this.#goOn(subscriber);
  }

  /** Has a client sent what comes next, when it has taken what came before and there is something. */
  #goOn(subscriber: Subscriber): void {
    if (subscriber.signal.aborted) return;
    if (subscriber.isBlocked) {
      subscriber.turns = subscriber.client;
      void subscriber.drained().then(() => this.#goOn(subscriber));
    } else if (subscriber.needsRoom && !this.#held.hasRoom) void this.#untilRoom().then(() => this.#goOn(subscriber));
    else if (!this.#isThere(subscriber)) this.#join(subscriber);
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
      if ("failure" in page) hasEnded = !this.#tryAgain(subscriber) || hasEnded;
      else if ("gone" in page) sayGone(subscriber, page.gone);
      else this.#deliver(subscriber, page, positions.get(subscriber.filter)!);
    }
    if (hasEnded && "failure" in page && page.failure !== undefined) this.#options.onFailure?.(key, page.failure);
  }

  #deliver(subscriber: Subscriber, page: ReadPage, position: number): void {
    subscriber.isChecked = true;
    subscriber.tries = 0;
    const pieces = piecesOf(page, position);
    // Who finds no room reads this part again: to wait with it would need room, too.
    subscriber.needsRoom = !this.#held.hasRoom && sizeOf(pieces) >= streamLimits.copiedBytes;
    if (!subscriber.needsRoom) {
      subscriber.take(pieces, page.next, page.whole);
      if (pieces.length === 0 && !page.isEnd) subscriber.sayPlace(performance.now());
    }
    this.#goOn(subscriber);
  }

  /** @returns false where there have been enough tries */
  #tryAgain(subscriber: Subscriber): boolean {
    if (++subscriber.tries >= streamLimits.mostTries) {
      subscriber.finish("failed");
      return false;
    }
    setTimeout(() => this.#goOn(subscriber), streamLimits.retry).unref();
    return true;
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

  async #follow(): Promise<void> {
    while (this.#subscribers.size > 0 && !this.#isClosed) {
      this.#isStale = false;
      if (!(await this.#lookForHead())) {
        if (!this.#isStale) await this.#pause();
        continue;
      }
      const there = [...this.#atHead];
      this.#atHead.clear();
      for (const subscriber of there) {
        // Where the version is the same, the place is compared with what is there now.
        subscriber.isChecked = false;
        this.#goOn(subscriber);
      }
      this.#wakeAhead();
    }
    this.#started = undefined;
  }

  /** Continues the clients whose place the head has reached. */
  #wakeAhead(): void {
    for (const subscriber of this.#ahead) {
      if (subscriber.place.version > this.#head) continue;
      this.#ahead.delete(subscriber);
      subscriber.aheadSince = undefined;
      subscriber.isChecked = false;
      this.#goOn(subscriber);
    }
  }

  /** @returns true if the head has moved: on, back where a ledger has lost blocks or a replica lags, or to another block of the same version */
  async #lookForHead(): Promise<boolean> {
    const ledger = await this.#options.head();
    if (ledger === undefined) return false;
    this.#oldest = ledger.oldestLedgerVersion;
    this.#headTime = Number(ledger.timestampUsecs / 1_000n);
    const hasMoved = ledger.version !== this.#head || ledger.incarnation !== this.#incarnation;
    this.#head = ledger.version;
    this.#incarnation = ledger.incarnation;
    return hasMoved;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(done, 25);
      this.#wake = done;
    });
  }

  async #untilRoom(): Promise<void> {
    while (!this.#held.hasRoom) {
      this.#room ??= Promise.withResolvers();
      await this.#room.promise;
    }
  }

  #sweep(): void {
    for (const subscriber of this.#subscribers) this.#looks.add(() => this.#look(subscriber));
  }

  #look(subscriber: Subscriber): void {
    const now = performance.now();
    const { aheadSince, place } = subscriber;
    // While the newest block is old, this node may be the one that lags: then the place is compared when it is reached.
    const isCurrent = Date.now() - this.#headTime < streamLimits.ahead;
    if (isCurrent && aheadSince !== undefined && now - aheadSince >= streamLimits.ahead) {
      const oldest = { version: this.#oldest, index: 0 };
      const message = `${formatMark(place)} is above the newest version, ${this.#head}: the ledger has begun again or has lost blocks`;
      const gone = { reason: "reset", message, oldest_version: `${oldest.version}`, oldest: formatMark(oldest) };
      sayGone(subscriber, eventText("gone", gone));
    } else subscriber.look(now, this.#atHead.has(subscriber));
  }
}

/** Name of the turns that clients at the head share: with turns by client, all of them would wait for the other requests of one. */
const ofAllAtHead = "all at the head";

function sayGone(subscriber: Subscriber, event: string): void {
  subscriber.finish("gone", `retry: ${streamLimits.comeAgainGone}\n${event}`);
}

function unavailable(text: string): ApiError {
  return new ApiError("web_framework_error", text, { status: 503, headers: { "Retry-After": "5" } });
}
