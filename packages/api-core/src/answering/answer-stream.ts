import type { MissingState } from "@ledger/state-store";
import { LruCache } from "@ledger/types";
import type { ApiRequest, ApiResponse } from "../contract/api.ts";
import { ApiError } from "../contract/error.ts";
import type { StreamQuestion, StreamRequest } from "../contract/stream.ts";
import { getStream } from "../routes/get-stream.ts";
import { parseFilter } from "../stream/filter.ts";
import { arrangeFilters, type PreparedFilter, prepareFilter } from "../stream/filter-index.ts";
import { eventFrames, eventText } from "../stream/frames.ts";
import { goneToJson, StreamGone } from "../stream/gone.ts";
import { packStreamPage } from "../stream/pack-page.ts";
import { streamPlaceText } from "../stream/place.ts";
import { readStreamPage } from "../stream/read-page.ts";
import { streamQuery, streamRequestOf } from "../stream/stream-request.ts";
import { createCompletingReader } from "./completing-reader.ts";
import { openLedger } from "./question.ts";
import { refuse } from "./refuse.ts";
import { parseRequest } from "./request.ts";
import type { Services } from "./services.ts";

/** Longest work on a part, milliseconds: others have their turn then. */
const longestWork = 25;

/** Most text of filters that are remembered, UTF-16 units: that of more than 10,000 as programs send them. Prepared, each takes a multiple. */
const mostText = 4 * 2 ** 20;

/** Weight of a filter besides its text. */
const filterWeight = 256;

/** Filters of streams, which come again with every block: each is read once, and all of one question are arranged once. */
export class KnownFilters {
  readonly #prepared = new LruCache<string, PreparedFilter>(mostText);
  #text = "";
  #arranged = arrangeFilters([]);

  /** @param texts - see `formatFilter` */
  find(texts: readonly string[]): ReturnType<typeof arrangeFilters> {
    const text = texts.join("\n");
    if (text !== this.#text) {
      this.#arranged = arrangeFilters(texts.map((each) => this.#prepare(each)));
      this.#text = text;
    }
    return this.#arranged;
  }

  #prepare(text: string): PreparedFilter {
    const known = this.#prepared.get(text);
    if (known !== undefined) return known;
    const prepared = prepareFilter(parseFilter(text));
    this.#prepared.set(text, prepared, text.length + filterWeight);
    return prepared;
  }
}

/**
 * Reads what a client of a stream wants.
 *
 * @param lastEventId - `Last-Event-ID`, which counts more than the query: a browser cannot change that when it comes again
 * @throws ApiError `web_framework_error`, `invalid_input`
 */
export function readStreamRequest(
  { query }: Pick<ApiRequest, "query">,
  lastEventId: string | undefined,
): StreamRequest {
  const { query: values } = parseRequest({ params: {}, query: streamQuery }, { params: {}, query });
  const request = streamRequestOf(values as Parameters<typeof streamRequestOf>[0]);
  if (lastEventId === undefined || lastEventId === "") return request;
  try {
    return { ...request, after: streamPlaceText.parse(lastEventId) };
  } catch (cause) {
    const message = "Last-Event-ID is not the id of something in a stream";
    throw new ApiError("web_framework_error", message, { status: 400, cause });
  }
}

/**
 * Reads a part of a stream, packed: see `unpackStreamPage`. Where nothing can follow the place, the answer is 410, and its body is the event
 * that says so. Never rejects.
 */
export async function answerStream(
  services: Services,
  known: KnownFilters,
  { filters: texts, ...question }: StreamQuestion,
  { during = (wait) => wait(), signal }: Pick<ApiRequest, "during" | "signal">,
): Promise<ApiResponse> {
  const { forHandlers, options, snapshots } = services;
  const { store, completeState } = options;
  const snapshot = await snapshots.take();
  try {
    const ledger = openLedger(services, getStream, snapshot);
    const isPartial = ledger.base?.state === "partial";
    const complete = completeState && ((missing: MissingState) => during(() => completeState(missing)));
    const reader = isPartial ? createCompletingReader(store, complete).store : store;
    const code = isPartial ? forHandlers.code.tracking(reader) : forHandlers.code;
    const page = await readStreamPage(
      { ...forHandlers, store: reader, code, ledger, signal },
      { ...question, ...known.find(texts), longestWork, frames: eventFrames },
    );
    // Not kept: after a ledger has lost blocks, the same question has another answer.
    return { status: 200, headers: {}, body: packStreamPage(page), isVolatile: true };
  } catch (error) {
    if (!(error instanceof StreamGone)) return refuse(services, error, snapshot);
    return { status: 410, headers: {}, body: eventText("gone", goneToJson(error)) };
  }
}
