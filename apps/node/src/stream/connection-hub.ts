import { setTimeout as delay } from "node:timers/promises";
import { type Api, ApiError } from "@ledger/api-core";
import { backoffPause } from "@ledger/kit";
import type { StreamCounts } from "../metrics/serving-metrics.ts";
import { ByteBudget } from "../work/byte-budget.ts";
import { Turns } from "../work/turns.ts";
import type { ClientCounts } from "./client-counts.ts";
import type { ClientPace } from "./client-pace.ts";
import { type EventConnection, type StreamEnd, streamEnds } from "./event-connection.ts";
import { streamLimits } from "./limits.ts";

/** Parts of a hub. */
export interface HubOptions {
  /** Bounds how many connections there are; hubs share it. */
  readonly clients: ClientCounts;
  /** Bounds what each client takes in a second; hubs share it. */
  readonly pace: ClientPace;
  readonly head: Api["head"];
}

/** The newest head of a ledger. */
export type Head = NonNullable<Awaited<ReturnType<Api["head"]>>>;

/**
 * Keeps the connections of clients that are sent what follows, and looks after the ledger's head while there are any. A client is handed more when
 * it has taken what came before, when there is room for it, and when its time has come.
 */
export abstract class ConnectionHub<C extends EventConnection> {
  protected readonly connections = new Set<C>();
  protected readonly held: ByteBudget;
  /** The ledger's head at the last look. */
  protected ledger: Head | undefined;
  protected isClosed = false;
  readonly #options: HubOptions;
  readonly #looks = new Turns(streamLimits.sweptAtATime);
  readonly #ended = new Map<StreamEnd, number>(streamEnds.map((why) => [why, 0]));
  #opened = 0;
  #refused = 0;
  #sweeping: NodeJS.Timeout | undefined;
  #wake: () => void = () => undefined;
  /** True if something was committed since the last look. */
  #isStale = false;
  /** The first look at the ledger for those who are here, who wait for it. */
  #started: Promise<unknown> | undefined;
  /** Resolves what waits for room in {@link held}. */
  #room: PromiseWithResolvers<void> | undefined;
  #onEmpty: () => void = () => undefined;

  constructor(options: HubOptions) {
    this.#options = options;
    this.held = new ByteBudget(streamLimits.heldBytes, streamLimits.heldBytes, () => {
      this.#room?.resolve();
      this.#room = undefined;
    });
  }

  /** The connections that there are now. */
  get load(): StreamCounts {
    const [open, opened, refused, heldBytes] = [this.connections.size, this.#opened, this.#refused, this.held.bytes];
    return { open, opened, refused, ended: [...this.#ended], heldBytes };
  }

  /** Looks for more at once: something was committed. */
  noteCommit(): void {
    this.#isStale = true;
    this.#wake();
  }

  /** Ends all connections; no others begin. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.#sweeping);
    this.#wake();
    for (const connection of this.connections) connection.finish("closed");
    const leaving = new AbortController();
    this.#onEmpty = () => leaving.abort();
    if (this.connections.size > 0)
      await delay(streamLimits.leave, undefined, { signal: leaving.signal }).catch(() => undefined);
    for (const connection of this.connections) connection.stop("closed");
  }

  /** Hands a client that can take it what comes next. */
  protected abstract proceed(connection: C): void;

  /** The last event of a connection that could not be sent what follows. */
  protected abstract readonly failedEvent: string;

  /** Called when the head has moved. */
  protected abstract onMoved(): void;

  /** Does what is due by the clock. @param now - milliseconds of a steady clock */
  protected abstract look(connection: C, now: number): void;

  /** Called when a connection has closed. */
  protected abstract onLeft(connection: C): void;

  /**
   * Takes a client on.
   *
   * @param begin - begins the answer
   * @throws ApiError 503 when there are too many, or the node ends
   */
  protected admit(client: string, begin: () => C): C {
    if (this.isClosed) throw unavailable("the node ends");
    const release = this.#options.clients.take(client);
    if (release === undefined) {
      throw this.refusal("too many streams: raise --max-streams or --max-client-streams to allow more");
    }
    let connection: C;
    try {
      connection = begin();
    } catch (error) {
      release();
      throw error;
    }
    this.#opened++;
    this.connections.add(connection);
    connection.onClose((why) => {
      release();
      this.#forget(connection, why);
    });
    return connection;
  }

  /** The refusal of a client, which is counted. */
  protected refusal(text: string): ApiError {
    this.#refused++;
    return unavailable(text);
  }

  /** Begins to look after the head, unless that has begun, and waits for the first look. */
  protected async begin(): Promise<void> {
    this.#sweeping ??= setInterval(() => this.#sweep(), streamLimits.sweep).unref();
    this.#started ??= this.#lookForHead().then(() => void this.#follow());
    await this.#started;
  }

  /** Has a client sent what comes next, when it has taken what came before and may have more. */
  protected goOn(connection: C): void {
    if (connection.signal.aborted) return;
    const again = (): void => this.goOn(connection);
    const wait = this.#options.pace.waitOf(connection.client, performance.now());
    if (connection.isBlocked) void connection.drained().then(again);
    else if (connection.needsRoom && !this.held.hasRoom) void this.#untilRoom().then(again);
    else if (wait > 0) setTimeout(again, wait).unref();
    else this.proceed(connection);
  }

  /**
   * Tries again after a pause, which grows: what fails because there is too much to do would otherwise keep the node from the rest of it.
   *
   * @returns false where there have been enough tries
   */
  protected tryAgain(connection: C): boolean {
    const failed = ++connection.tries;
    if (failed >= streamLimits.mostTries) {
      connection.finish("failed", this.failedEvent);
      return false;
    }
    const pause = backoffPause({ first: streamLimits.retry, longest: streamLimits.longestRetry }, failed);
    setTimeout(() => this.goOn(connection), pause).unref();
    return true;
  }

  /** @returns false where the bytes find no room: to wait with them would need room, too, so they are read again */
  protected hasRoomFor(connection: C, bytes: number): boolean {
    connection.needsRoom = !this.held.hasRoom && bytes >= streamLimits.copiedBytes;
    return !connection.needsRoom;
  }

  /** Counts what a client is handed. */
  protected note({ client }: C, bytes: number): void {
    this.#options.pace.note(client, bytes, performance.now());
  }

  #forget(connection: C, why: StreamEnd): void {
    this.connections.delete(connection);
    this.#ended.set(why, (this.#ended.get(why) ?? 0) + 1);
    this.onLeft(connection);
    if (this.connections.size > 0) return;
    clearInterval(this.#sweeping);
    this.#sweeping = undefined;
    this.#wake();
    this.#onEmpty();
  }

  async #follow(): Promise<void> {
    while (this.connections.size > 0 && !this.isClosed) {
      this.#isStale = false;
      if (await this.#lookForHead()) this.onMoved();
      else if (!this.#isStale) await this.#pause();
    }
    this.#started = undefined;
  }

  /** @returns true if the head has moved: on, back where a ledger has lost blocks or a replica lags, or to another block of the same version */
  async #lookForHead(): Promise<boolean> {
    const ledger = await this.#options.head();
    if (ledger === undefined) return false;
    const hasMoved = ledger.version !== this.ledger?.version || ledger.incarnation !== this.ledger.incarnation;
    this.ledger = ledger;
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
    while (!this.held.hasRoom) {
      this.#room ??= Promise.withResolvers();
      await this.#room.promise;
    }
  }

  #sweep(): void {
    for (const connection of this.connections) this.#looks.add(() => this.look(connection, performance.now()));
  }
}

function unavailable(text: string): ApiError {
  return new ApiError("web_framework_error", text, { status: 503, headers: { "Retry-After": "5" } });
}
