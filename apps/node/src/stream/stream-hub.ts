import { setTimeout as delay } from "node:timers/promises";
import {
  type Api,
  ApiError,
  type ApiResponse,
  endIndex,
  eventText,
  formatMark,
  type StreamPage,
  type StreamQuestion,
  type StreamRequest,
  unpackStreamPage,
  versionAfter,
} from "@ledger/api-core";
import type { StreamCounts } from "../metrics/serving-metrics.ts";
import { ByteBudget } from "../work/byte-budget.ts";
import type { LargeAnswers } from "../work/large-answers.ts";
import { Turns } from "../work/turns.ts";
import type { Making } from "../work/work-thread.ts";
import { ClientCounts, type StreamBounds } from "./client-counts.ts";
import { streamLimits } from "./limits.ts";
import { type StreamConnection, type StreamEnd, Subscriber } from "./subscriber.ts";

/** Reads parts of streams, see `Api.readStream`. */
export type ReadStream = (question: StreamQuestion, making: Making) => Promise<ApiResponse>;

/** Parts and bounds of {@link StreamHub}. */
export interface StreamHubOptions {
  readonly bounds: StreamBounds;
  readonly head: Api["head"];
  readonly read: ReadStream;
  readonly largeAnswers: Pick<LargeAnswers, "answer">;
}

/** A part of a stream with the memory that it is in, which is the same for all who asked for it together. */
interface ReadPage extends StreamPage {
  readonly whole: Uint8Array;
}

/** The name under which parts for all clients have their turns. */
const everybody = "";

/**
 * Sends what is committed to those who want it. Each is a place in the ledger and a filter: who is at the head gets its part of what was
 * read once for all of them, and who is behind, because of age or slowness, reads from its own place until it has caught up.
 */
export class StreamHub {
  readonly #options: StreamHubOptions;
  readonly #held: ByteBudget;
  readonly #clients: ClientCounts;
  readonly #subscribers = new Set<Subscriber>();
  /** Those who have all up to the head. */
  readonly #atHead = new Set<Subscriber>();
  /** Those whose place is above it. */
  readonly #ahead = new Set<Subscriber>();
  /** How many have each filter, in an order that stays: filters that are arranged once serve many parts. */
  readonly #filters = new Map<string, number>();
  readonly #looks = new Turns(streamLimits.sweptAtATime);
  readonly #ended = new Map<StreamEnd, number>();
  #head = -1n;
  #oldest = 0n;
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
    const release = this.#isClosed ? undefined : this.#clients.take(client);
    if (release === undefined) {
      this.#refused++;
      throw tooManyStreams();
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
    this.#filters.set(filter, (this.#filters.get(filter) ?? 0) + 1);
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
    const { filter } = subscriber;
    const rest = this.#filters.get(filter)! - 1;
    if (rest > 0) this.#filters.set(filter, rest);
    else this.#filters.delete(filter);
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
    await this.#catchUp(subscriber);
  }

  /** Brings a client from its place to the head, as fast as it takes what comes. */
  async #catchUp(subscriber: Subscriber): Promise<void> {
    let tries = 0;
    while (!subscriber.signal.aborted) {
      await subscriber.drained();
      await this.#untilRoom();
      if (subscriber.signal.aborted) return;
      if (this.#isThere(subscriber)) return;
      const { filter, place: after, client, signal } = subscriber;
      const question = { filters: [filter], after, to: this.#head, mostBytes: streamLimits.pastBytes };
      const page = await this.#read(question, client, signal, `${filter} ${formatMark(after)} ${this.#head}`);
      if (signal.aborted) return;
      // Another slow client may have taken the room; a page that waits for it would need room, too.
      if (!this.#held.hasRoom) continue;
      if (page === undefined) {
        if (++tries >= streamLimits.mostTries) subscriber.finish("failed");
        else await delay(streamLimits.retry, undefined, { signal }).catch(() => undefined);
      } else if ("gone" in page) sayGone(subscriber, page.gone);
      else {
        tries = 0;
        subscriber.isChecked = true;
        const { items, next, isEnd, whole } = page;
        subscriber.take(items.length > 0 ? [items] : [], next, whole);
        if (items.length === 0 && !isEnd) subscriber.sayPlace(performance.now());
      }
    }
  }

  /** Puts a client that has all there is among those who wait. @returns false for one that has not */
  #isThere(subscriber: Subscriber): boolean {
    const { place, isChecked } = subscriber;
    if (place.version > this.#head) {
      // One that a client has made up is the future; one of this ledger was there already.
      if (place.tag !== undefined) subscriber.aheadSince ??= performance.now();
      this.#ahead.add(subscriber);
      return true;
    }
    if (!isChecked || versionAfter(place) <= this.#head) return false;
    subscriber.sayPlace(performance.now());
    this.#atHead.add(subscriber);
    return true;
  }

  async #follow(): Promise<void> {
    while (this.#subscribers.size > 0 && !this.#isClosed) {
      const before = this.#head;
      this.#isStale = false;
      if (!(await this.#lookForHead())) {
        if (!this.#isStale) await this.#pause();
        continue;
      }
      const [first] = this.#atHead;
      const group = new Set<Subscriber>();
      const apart: Subscriber[] = [];
      for (const subscriber of this.#atHead) {
        const { version, tag } = subscriber.place;
        if (version === before && before < this.#head && tag === first!.place.tag) group.add(subscriber);
        else apart.push(subscriber);
      }
      this.#atHead.clear();
      for (const subscriber of apart) void this.#catchUp(subscriber);
      this.#wakeAhead();
      await this.#share(group);
    }
    this.#started = undefined;
  }

  /** Lets those go on whose place the head has reached. */
  #wakeAhead(): void {
    for (const subscriber of this.#ahead) {
      if (subscriber.place.version > this.#head) continue;
      this.#ahead.delete(subscriber);
      subscriber.aheadSince = undefined;
      subscriber.isChecked = false;
      void this.#catchUp(subscriber);
    }
  }

  /** Sends what is new to all who have what is before it. Who does not take its part at once reads the rest alone. */
  async #share(group: Set<Subscriber>): Promise<void> {
    const [first] = group;
    let after = first?.place;
    let tries = 0;
    while (after !== undefined && group.size > 0 && !this.#isClosed) {
      const filters = [...this.#filters.keys()];
      const question = { filters, after, to: this.#head, mostBytes: streamLimits.headBytes };
      const page = await this.#read(question, everybody, neverAborted);
      for (const subscriber of group) if (subscriber.signal.aborted) group.delete(subscriber);
      if (page === undefined) {
        if (++tries < streamLimits.mostTries) await delay(streamLimits.retry);
        else for (const subscriber of group) subscriber.finish("failed");
        continue;
      }
      if ("gone" in page) {
        for (const subscriber of group) sayGone(subscriber, page.gone);
        return;
      }
      const positions = new Map(filters.map((filter, i) => [filter, i]));
      for (const subscriber of group) {
        subscriber.take(piecesOf(page, positions.get(subscriber.filter)!), page.next, page.whole);
        if (!subscriber.isBlocked) continue;
        group.delete(subscriber);
        void this.#catchUp(subscriber);
      }
      after = page.next;
      if (!page.isEnd) continue;
      for (const subscriber of group) this.#atHead.add(subscriber);
      return;
    }
  }

  /** @returns what was read, or the event that nothing can follow; `undefined` where it could not be read now */
  async #read(
    question: StreamQuestion,
    client: string,
    signal: AbortSignal,
    key?: string,
  ): Promise<ReadPage | { readonly gone: string } | undefined> {
    const { largeAnswers, read } = this.#options;
    try {
      const answer = await largeAnswers.answer({ work: "stream", key, client, signal }, (making) =>
        read(question, making),
      );
      const { status, body } = answer;
      if (status === 410) return { gone: typeof body === "string" ? body : Buffer.from(body ?? []).toString() };
      return status === 200 && body instanceof Uint8Array ? { ...unpackStreamPage(body), whole: body } : undefined;
    } catch {
      // Too much to do now, or the client has left: tried again, as often as it is worth.
      return undefined;
    }
  }

  /** @returns true if the head has moved: on, or back where a ledger has lost blocks or a replica lags */
  async #lookForHead(): Promise<boolean> {
    const ledger = await this.#options.head();
    if (ledger === undefined) return false;
    this.#oldest = ledger.oldestLedgerVersion;
    const hasMoved = ledger.version !== this.#head;
    this.#head = ledger.version;
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
    if (aheadSince !== undefined && now - aheadSince >= streamLimits.ahead) {
      const oldest = { version: this.#oldest, index: 0 };
      const message = `${formatMark(place)} is above the newest version, ${this.#head}: the ledger has begun again or has lost blocks`;
      const gone = { reason: "reset", message, oldest_version: `${oldest.version}`, oldest: formatMark(oldest) };
      sayGone(subscriber, eventText("gone", gone));
    } else subscriber.look(now, this.#atHead.has(subscriber));
  }
}

const neverAborted = new AbortController().signal;

/** The parts of a page that one filter wants. */
function piecesOf({ items, spans }: StreamPage, filter: number): Uint8Array[] {
  const own = spans[filter]!;
  return Array.from({ length: own.length / 2 }, (_, i) => items.subarray(own[2 * i], own[2 * i + 1]));
}

function sayGone(subscriber: Subscriber, event: string): void {
  subscriber.finish("gone", `retry: ${streamLimits.comeAgainGone}\n${event}`);
}

function tooManyStreams(): ApiError {
  const text = "too many streams: raise --max-streams or --max-client-streams to allow more";
  return new ApiError("web_framework_error", text, { status: 503, headers: { "Retry-After": "5" } });
}
