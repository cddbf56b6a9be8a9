import type { TestingRules } from "@ledger/executor";
import type { ExecutionReader, LedgerReader, LedgerSummary, MissingState } from "@ledger/state-store";
import type { Awaitable } from "@ledger/types";
import type { MoveVm } from "@ledger/vm";
import type { ApiConfig } from "./config.ts";
import type { ApiError } from "./error.ts";
import type { FailedCall } from "./failed-call.ts";
import type { Forward } from "./forward.ts";
import type { SignedLedger } from "./signed-ledger.ts";
import type { StreamQuestion, StreamRequest } from "./stream.ts";
import type { TableLists } from "./table-lists.ts";
import type { TransactionPool } from "./transaction-pool.ts";
import type { LeaveSignal, WorkClass, WorkPlace } from "./work.ts";

export type { LeaveSignal } from "./work.ts";

/**
 * Lets everything else that waits have its turn, and calls back then, e.g. `setImmediate`.
 *
 * @param signal - of the request that waits, where it has one
 */
export type Defer = (callback: () => void, signal?: LeaveSignal) => void;

/** Calls back when the requests that are at hand now have been answered, e.g. `setImmediate`. */
export type EndOfTurn = (callback: () => void) => void;

/**
 * Makes missing state known to the store; rejects when it cannot be found out.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.13 | Specification, ingest 5.13}
 */
export type CompleteState = (missing: MissingState) => Promise<void>;

/** A parsed query string; a `URLSearchParams` is one. */
export interface QueryParameters {
  /** The values of all parameters of this name, in their order, percent-decoded. */
  getAll(name: string): readonly string[];
}

/** One request, as a server hands it over. Nothing here is validated yet. */
export interface ApiRequest {
  /** Path parameters by name, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: QueryParameters;
  /** `Accept`; several header lines joined with commas. */
  readonly accept?: string | undefined;
  /** `Content-Type` of the body. */
  readonly contentType?: string | undefined;
  /** `If-None-Match`. */
  readonly ifNoneMatch?: string | undefined;
  /** The whole body; absent for requests that carry none. */
  readonly body?: Uint8Array | undefined;
  /** Says when the client has left, e.g. an `AbortSignal`: a long call then ends. */
  readonly signal?: LeaveSignal | undefined;
  /**
   * Called with every wait for another node that the answer needs, so that the request holds no place among those that are answered
   * meanwhile.
   */
  readonly during?: (<T>(wait: () => Promise<T>) => Promise<T>) | undefined;
}

/** A complete answer. Ledger headers, `Content-Type` and caching headers are in `headers`; the server adds length, compression and CORS. */
export interface ApiResponse {
  readonly status: number;
  /** Header names as written on the wire, e.g. `X-SVC-CHAIN-ID`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text is sent as UTF-8; absent for 304. For HEAD the server drops it and keeps its length. */
  readonly body: string | Uint8Array | undefined;
  /** Present on refusals and faults, for logs and metrics; a fault's `cause` must not reach the client. */
  readonly error?: ApiError | undefined;
  /** Present where code that the request has had run failed, for logs. */
  readonly failedCall?: FailedCall | undefined;
  /** True if the answer depends on more than the ledger and the request, so that it may not be given again. */
  readonly isVolatile?: boolean | undefined;
  /** True if {@link Api.relay} may answer the request that is refused here. */
  readonly isUnknownHere?: boolean | undefined;
  /** Host and port of the node that answered in this node's place. */
  readonly answeredBy?: string | undefined;
}

/** The place and the work of an answer, see {@link Api.admit}. */
export interface Admission {
  readonly work: WorkPlace;
  /** Equal for requests that have the same answer, which need not be made twice; absent where it depends on more than the ledger. */
  readonly key: string | undefined;
}

/** One route as a server needs it to mount: everything else about it stays inside. */
export interface ApiRoute {
  /** Operation id, also the metrics label, e.g. `get_table_item`. */
  readonly id: string;
  readonly method: "GET" | "POST";
  /** Path under `/v1` with parameters in braces, e.g. `/tables/{table_handle}/item`; the index is `/`. */
  readonly path: string;
  readonly tag: string;
  /** How much work its answers are; `point` when absent. */
  readonly work?: WorkClass;
}

/** The node's HTTP API without a server: pure of sockets, it turns parsed requests into complete answers. */
export interface Api {
  readonly routes: readonly ApiRoute[];
  readonly config: ApiConfig;
  /** Names of the response headers that a browser must be allowed to read (`Access-Control-Expose-Headers`). */
  readonly exposedHeaders: readonly string[];
  /**
   * Answers one request of a route. Never rejects, except as `ApiOptions.handsOnLarge` says: every fault becomes an answer.
   * @param id - one of `routes`; an unknown id is a programming error and throws
   */
  handle(id: string, request: ApiRequest): Promise<ApiResponse>;
  /**
   * Says how much work an answer is, before the request is read. A server answers `point` requests at once, the others in their turn, and
   * hands `bulk`, `compute` and `list` to other threads, unread: for these this waits for a version above the latest that the request names,
   * for a bounded time, and says what the answer may be kept under. Never rejects.
   * @param id - one of `routes`; an unknown id is a programming error and throws
   * @returns the refusal of such a request while nothing of the ledger can be served
   */
  admit(id: string, request: ApiRequest): Awaitable<ApiResponse | Admission>;
  /**
   * Answers as {@link handle}, but never by {@link relay}: in a thread that must not wait for another node. What that node may
   * answer is refused with `isUnknownHere`.
   */
  answerHere(id: string, request: ApiRequest): Promise<ApiResponse>;
  /** Has the node upstream answer a request. Absent where there is none, and on a network that has a pool. Never rejects. */
  readonly relay: ((id: string, request: ApiRequest) => Promise<ApiResponse>) | undefined;
  /** The ledger as requests see it now; `undefined` while nothing of it can be read. Never rejects. */
  head(): Promise<LedgerSummary | undefined>;
  /**
   * Reads what a client of a stream asks for.
   * @param lastEventId - `Last-Event-ID`, which counts more than the query
   * @throws ApiError
   */
  streamRequest(request: Pick<ApiRequest, "query">, lastEventId: string | undefined): StreamRequest;
  /**
   * Reads a part of a stream, for `unpackStreamPage`. Where nothing can follow the place without a gap, the answer is 410 and its body the
   * event that says so. Never rejects.
   */
  readStream(question: StreamQuestion, request: Pick<ApiRequest, "signal" | "during">): Promise<ApiResponse>;
  /** Answers a fault found before a route was reached (404, 405, 411, 413…), with the ledger headers. Never rejects. */
  failure(error: unknown): Promise<ApiResponse>;
  /** Answers a CORS preflight that the server accepted: 200, the ledger headers, no body. Never rejects. */
  preflight(): Promise<ApiResponse>;
  /**
   * The size rules that come before routing.
   * @param contentLength - the raw `Content-Length` header
   * @returns the refusal (411, 413), or `undefined` when the request may go on
   */
  checkBodySize(method: string, contentLength: string | undefined): ApiError | undefined;
  /** The OpenAPI 3.1 document of exactly these routes, as JSON text; made once. */
  openapiJson(): string;
  /** The same document as YAML text; made once. */
  openapiYaml(): string;
}

/** Parts and settings of an API. */
export interface ApiOptions {
  readonly store: LedgerReader;
  /** Members left out take the value of `defaultApiConfig`. */
  readonly config?: Partial<ApiConfig>;
  /** Microseconds since the Unix epoch, for the health check; the system clock when absent. */
  readonly clock?: () => bigint;
  /**
   * The clock that this network makes its blocks by, microseconds since the Unix epoch; absent where others make the blocks.
   * Simulations on the latest state run at the time of the next block, like a transaction submitted now; without
   * it, at that of the latest block.
   */
  readonly blockClock?: (() => bigint) | undefined;
  /**
   * Returns true for a ledger that is never begun again and whose records are proved: answers about its fixed versions may be kept for
   * ever. Caches ask again for those of any other ledger. Not called with a ledger of which only some of the state is known. No ledger
   * is when absent.
   */
  readonly isPermanent?: ((ledger: LedgerSummary) => boolean) | undefined;
  /** Why the ledger has stopped advancing, for the health check; `undefined` while it does. */
  readonly fault?: () => string | undefined;
  /** A fault with which all is served nevertheless, for the health check; `undefined` while all is well. */
  readonly degraded?: () => string | undefined;
  /** Why nothing of the ledger may be served; every answer from it is 503 then. `undefined` while it may. */
  readonly withheld?: () => string | undefined;
  /** State of the trusted waypoint, for the health check; `undefined` when none was given. */
  readonly waypoint?: () => string | undefined;
  /** How far the index of the GraphQL tables is, for the health check; `undefined` once it has caught up, and where there is none. */
  readonly index?: () => string | undefined;
  /** The results of executing the ledger again; none when absent. */
  readonly execution?: ExecutionReader | undefined;
  /** Signed ledger infos; the node holds none when absent. */
  readonly signed?: SignedLedger | undefined;
  /** Answers lists from an index of the ledger's tables; without it they are refused. */
  readonly lists?: TableLists | undefined;
  /** Lets requests that are at hand together share one picture of the ledger, e.g. `setImmediate`; each takes its own when absent. */
  readonly endOfTurn?: EndOfTurn;
  /** Calls back when everything else that waits has had its turn, e.g. `setImmediate`: long calls give way with it. */
  readonly defer?: Defer | undefined;
  /** Takes the transactions that clients submit. Without it they go to the node that `forward` reaches. */
  readonly pool?: TransactionPool | undefined;
  /**
   * Sends to another node what this one leaves to it: submissions, where there is no pool, and view functions and simulations that need
   * state or code that this one does not have.
   */
  readonly forward?: Forward | undefined;
  /** Makes state known that a partly known ledger misses; without it such reads are refused. */
  readonly completeState?: CompleteState | undefined;
  /**
   * Waits for a version above the latest, for a bounded time, so that a client can read what it has seen elsewhere: on a
   * replica that lags, or before the next block. Without it such a version is not found. Requests that wait for a pending
   * transaction are woken by it too; without it they look every 20 ms.
   *
   * @param longestMs - longest wait, milliseconds; the waiter's own bound for reads of a version when absent
   * @returns the ledger once it has the version; `undefined` when the wait was in vain
   */
  readonly awaitVersion?: ((version: bigint, longestMs?: number) => Promise<LedgerSummary | undefined>) | undefined;
  /** The machine that runs the ledger's code, where several ledgers share what it has prepared; one of its own when absent. */
  readonly vm?: MoveVm | undefined;
  /** Rules that differ on a network for tests. */
  readonly testing?: TestingRules | undefined;
  /**
   * Makes `handle` reject with `TooLargeHere` before it writes an answer from more than 16 KiB of stored bytes: such an answer is `bulk`
   * work, for an API in another thread. `false` when absent.
   */
  readonly handsOnLarge?: boolean;
  /** HTML of `GET /v1/spec`; a small page that links the description when absent. */
  readonly specPage?: string | undefined;
}
