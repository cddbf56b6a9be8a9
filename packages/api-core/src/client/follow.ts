import { backoffPause } from "@ledger/kit";
import { ClientError, readRefusal } from "./client-error.ts";
import { EventParser, type ServerEvent } from "./event-parser.ts";
import { parseExactJson } from "./exact-json.ts";
import type { RequestSignal } from "./fetch.ts";
import { Attempt, isAborted, pause, platformFetch, type StreamFetch, type StreamResponse } from "./follow-platform.ts";
import type { ReplyOf } from "./operation-types.ts";

/** A kind of things that a stream brings. */
export type FollowKind = "blocks" | "events" | "transactions" | "changes";

/** Selection and beginning of a stream. */
export interface FollowOptions {
  /** Version to begin at; the newest when absent. A version above it is waited for. */
  readonly from?: bigint | number | undefined;
  /** The `id` of something: the stream begins after it. It counts more than `from`. */
  readonly after?: string | undefined;
  /** Kinds of things to bring. When absent: events if there is a `type` or an `account`, changes if there is a `key`, else blocks. */
  readonly include?: readonly FollowKind[] | undefined;
  /** Types of events: any of them. */
  readonly type?: string | readonly string[] | undefined;
  /** Accounts of events, transactions and changes: any of them. */
  readonly account?: string | readonly string[] | undefined;
  /** State keys of changes, in hex: any of them. */
  readonly key?: string | readonly string[] | undefined;
  /** Brings bookmarks too, see {@link StreamBookmark}; `false` when absent. */
  readonly bookmarks?: boolean | undefined;
  /** Ends the iteration. */
  readonly signal?: RequestSignal | undefined;
  /** The platform's own `fetch` when absent. */
  readonly fetch?: StreamFetch | undefined;
  /** Sent with every request, e.g. a gateway's key. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Something that was committed. Store its `id` together with its effect, and go on with `after`: then nothing counts twice. */
export type StreamItem = ReplyOf<"get_stream">["items"][number];

/** Says that the stream has reached a place without anything that was asked for. */
export interface StreamBookmark {
  readonly id: string;
  readonly event: "at";
  readonly data: { readonly version: string };
}

/** Nothing can follow a place without a gap: the ledger has begun again, or what follows is pruned. */
export class StreamGoneError extends Error {
  override readonly name = "StreamGoneError";
  /** Why, e.g. `pruned` or `reset`. */
  readonly reason: string;
  /** Oldest version that the node has. */
  readonly oldestVersion: bigint;

  constructor(reason: string, message: string, oldestVersion: bigint) {
    super(message);
    this.reason = reason;
    this.oldestVersion = oldestVersion;
  }
}

/** Milliseconds: before the first try after a cut and the longest, and how long the node may be silent, which says something every 15 s. */
const times = { first: 250, longest: 30_000, silence: 45_000 } as const;

const eventsType = "text/event-stream";

/** Statuses of what passes by itself. */
const passing: readonly number[] = [408, 425, 429, 500, 502, 503, 504];

/**
 * Follows a node's ledger: yields what is committed, in the order of the ledger, each thing once. After a cut it comes again, later and
 * later, and continues where it was. It reads as fast as it is iterated, and ends without an error when the signal is aborted.
 *
 * @param root - where the API is mounted, e.g. `http://127.0.0.1:8080/v1`
 * @throws StreamGoneError where nothing can follow without a gap; ClientError for a request that the node refuses; TypeError for a root or an
 *   `after` that cannot be one
 * @example
 * ```ts
 * for await (const { id, data } of follow("http://127.0.0.1:8080/v1", { type: "0x1::fungible_asset::Deposit" })) {
 *   console.log(id, data);
 * }
 * ```
 */
export function follow(
  root: string,
  options: FollowOptions & { readonly bookmarks: true },
): AsyncGenerator<StreamItem | StreamBookmark, void, undefined>;
/** The same without bookmarks. */
export function follow(root: string, options?: FollowOptions): AsyncGenerator<StreamItem, void, undefined>;
export async function* follow(
  root: string,
  options: FollowOptions = {},
): AsyncGenerator<StreamItem | StreamBookmark, void, undefined> {
  const { signal, bookmarks = false } = options;
  const send = options.fetch ?? platformFetch(root);
  const place = new Place(options.after);
  let cuts = 0;
  while (!isAborted(signal)) {
    const attempt = new Attempt(signal, times.silence);
    let asked = 0;
    try {
      const request = { method: "GET", headers: headersOf(options), signal: attempt.signal } as const;
      const response = await attempt.wait(send(urlOf(root, options, place.id), request));
      if (response.status === 204) return;
      if (response.status !== 200) asked = await attempt.wait(readRetryAfter(response));
      else {
        expectEvents(response);
        const parser = new EventParser();
        for await (const text of attempt.texts(response)) {
          for (const event of parser.push(text)) {
            cuts = 0;
            const item = readItem(event);
            if (item !== undefined && place.moveTo(item.id) && (bookmarks || item.event !== "at")) yield item;
            if (isAborted(signal)) return;
          }
        }
      }
    } catch (error) {
      if (isAborted(signal)) return;
      if (isFinal(error)) throw error;
    } finally {
      attempt.end();
    }
    await pause(asked + backoffPause({ ...times, jitter: 0.5 }, ++cuts), signal);
  }
}

const placePattern = /^([0-9]{1,20})(?:\.([0-9]{1,10})(?:-[0-9a-f]{16})?)?$/;

/** The newest place that was reached. A node, or a proxy before it, that begins at another one repeats nothing. */
class Place {
  id: string | undefined;
  #version = -1n;
  #index = -1n;

  constructor(after: string | undefined) {
    if (after === undefined) return;
    if (!placePattern.test(after)) throw new TypeError(`after is not the id of something in a stream: ${after}`);
    this.moveTo(after);
  }

  /** @returns false for a place that is not after this one */
  moveTo(id: string): boolean {
    const [, version, index = "0"] = placePattern.exec(id) ?? [];
    if (version === undefined) throw unexpected("the id of something in the stream is no place of a ledger");
    const [next, position] = [BigInt(version), BigInt(index)];
    if (next < this.#version || (next === this.#version && position <= this.#index)) return false;
    this.#version = next;
    this.#index = position;
    this.id = id;
    return true;
  }
}

/** The headers of a request. `Last-Event-ID` is not among them: browsers would ask other origins whether they may send it. */
function headersOf({ headers }: FollowOptions): Record<string, string> {
  return { ...headers, Accept: eventsType };
}

function urlOf(root: string, options: FollowOptions, place: string | undefined): string {
  const { include, type, account, key, from } = options;
  const pairs = [
    ...(place !== undefined ? [["after", place]] : from !== undefined ? [["from", `${from}`]] : []),
    ...(include === undefined ? [] : [["include", include.join(",")]]),
    ...Object.entries({ type, account, key }).flatMap(([name, terms = []]) =>
      [terms].flat().map((term) => [name, term]),
    ),
  ];
  const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value!)}`).join("&");
  return `${root.replace(/\/$/, "")}/stream${query === "" ? "" : `?${query}`}`;
}

/** @throws ClientError for an answer that is no stream */
function expectEvents({ headers }: StreamResponse): void {
  const type = headers.get("Content-Type") ?? "";
  if (!type.toLowerCase().startsWith(eventsType)) throw unexpected(`${type || "nothing"} came in place of a stream`);
}

/** Milliseconds that the node asks to wait before the next try. @throws ClientError for a refusal that stays */
async function readRetryAfter(response: StreamResponse): Promise<number> {
  const refusal = readRefusal(response.status, await response.text(), undefined);
  if (!passing.includes(response.status)) throw refusal;
  const seconds = Number(response.headers.get("Retry-After") ?? 0);
  return Math.min(seconds > 0 ? seconds * 1_000 : 0, times.longest);
}

/** @returns `undefined` for events of later nodes @throws StreamGoneError */
function readItem({ event, data, id }: ServerEvent): StreamItem | StreamBookmark | undefined {
  const read = (): unknown => {
    try {
      return parseExactJson(data);
    } catch (cause) {
      throw unexpected("something in the stream is not JSON", cause);
    }
  };
  if (event === "gone") throw readGone(read());
  const isKnown = ["block", "event", "transaction", "change", "at"].includes(event);
  if (!isKnown || id === undefined) return undefined;
  return { id, event, data: read() } as StreamItem | StreamBookmark;
}

function readGone(data: unknown): Error {
  const { reason, message, oldest_version: oldest } = (data ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof reason !== "string" || typeof oldest !== "string" || !/^[0-9]{1,20}$/.test(oldest))
    return unexpected("the end of the stream cannot be read");
  return new StreamGoneError(reason, typeof message === "string" ? message : reason, BigInt(oldest));
}

function unexpected(message: string, cause?: unknown): ClientError {
  return new ClientError("unexpected_answer", message, { status: 200, cause });
}

/** Returns true for what another try does not change. */
function isFinal(error: unknown): boolean {
  return error instanceof ClientError || error instanceof StreamGoneError || error instanceof RangeError;
}
