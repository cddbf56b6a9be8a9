import { type Address, decodeStateKey, formatAddressLong, formatHex, StateKey } from "@ledger/types";
import { type Answer, classifyAnswer } from "./classify-answer.ts";
import { type Fetch, httpRequest, type RequestBounds } from "./http-request.ts";
import { readLedgerHeaders, type UpstreamState } from "./ledger-headers.ts";
import { type BackoffRange, backoffMs, FAULT_BACKOFF, type Pacing, RATE_BACKOFF } from "./pacing.ts";
import { PageSize } from "./page-size.ts";
import { classifyStateAnswer, type StateAnswer } from "./state-answer.ts";
import { type RequestRate, TokenBucket } from "./token-bucket.ts";

/** Why an upstream is no longer asked. */
export interface Retirement {
  readonly code: "upstream_unsupported" | "upstream_rejected" | "wrong_network";
  readonly reason: string;
}

/** What an upstream is asked through. */
export interface UpstreamSettings {
  readonly fetch: Fetch;
  readonly pacing: Pacing;
  readonly rate: RequestRate;
  readonly pageSize: { readonly first: number; readonly maximum: number };
  readonly bounds: RequestBounds;
}

/** Exactly this media type and nothing else: a list could yield JSON. @see Ledger specification, ingest §5.1 */
const BCS_HEADERS = { accept: "application/x-bcs" } as const;
const JSON_HEADERS = { accept: "application/json" } as const;

/** One node that records are fetched from: its request rate, page size, health and last known state. */
export class Upstream {
  /** API root without a trailing slash, e.g. `http://127.0.0.1:8080/v1`. */
  readonly url: string;
  readonly pageSize: PageSize;
  readonly #settings: UpstreamSettings;
  readonly #bucket: TokenBucket;
  #failures = 0;
  #notBefore = 0;
  #state: UpstreamState | undefined;
  #retired: Retirement | undefined;

  constructor(url: string, settings: UpstreamSettings) {
    this.url = url.replace(/\/+$/, "");
    this.pageSize = new PageSize(settings.pageSize.first, settings.pageSize.maximum);
    this.#settings = settings;
    this.#bucket = new TokenBucket(settings.rate, settings.pacing);
  }

  /** Host and port, for people. Credentials and paths stay out of logs. */
  get name(): string {
    return new URL(this.url).host;
  }

  /** What its latest answer said. */
  get state(): UpstreamState | undefined {
    return this.#state;
  }

  /** Faulty answers since the last good one. */
  get failures(): number {
    return this.#failures;
  }

  /** Milliseconds until it may be asked again. */
  get waitMs(): number {
    return Math.max(0, this.#notBefore - this.#settings.pacing.now());
  }

  /** Why it is not asked any more, if so. */
  get retired(): Retirement | undefined {
    return this.#retired;
  }

  retire(retirement: Retirement): void {
    this.#retired = retirement;
  }

  /** Asks for up to `limit` records from `start` on. */
  requestPage(start: bigint, limit: number, signal: AbortSignal): Promise<Answer> {
    return this.#request(`/transactions?start=${start}&limit=${limit}`, start, signal);
  }

  /** Asks for the record of one version. */
  requestVersion(version: bigint, signal: AbortSignal): Promise<Answer> {
    return this.#request(`/transactions/by_version/${version}`, version, signal);
  }

  /**
   * Asks for a state value. @param key - encoded, as the store names it; the request carries its BCS, which differs for table items
   * @see Ledger specification, ingest §3.1, §5.1
   */
  requestStateValue(key: Uint8Array, version: bigint, signal: AbortSignal): Promise<StateAnswer> {
    const path = `/experimental/state_values/raw?ledger_version=${version}`;
    const body = JSON.stringify({ key: formatHex(StateKey.encode(decodeStateKey(key))) });
    return this.#requestState(path, version, signal, body);
  }

  /** Asks for a page of an account's modules or resources. @param start - cursor of the page; the first one when absent */
  requestListing(
    what: "modules" | "resources",
    address: Address,
    version: bigint,
    start: string | undefined,
    signal: AbortSignal,
  ): Promise<StateAnswer> {
    const cursor = start === undefined ? "" : `&start=${encodeURIComponent(start)}`;
    const path = `/accounts/${formatAddressLong(address)}/${what}?ledger_version=${version}&limit=9999${cursor}`;
    return this.#requestState(path, version, signal);
  }

  /** Asks for the block that holds a version. */
  requestBlock(version: bigint, signal: AbortSignal): Promise<StateAnswer> {
    return this.#requestState(`/blocks/by_version/${version}?with_transactions=false`, version, signal);
  }

  /** Asks for the ledger's head. @returns `undefined` when there is no usable answer */
  async requestState(signal: AbortSignal): Promise<UpstreamState | undefined> {
    await this.#bucket.take(signal);
    const { fetch, bounds } = this.#settings;
    const answer = await httpRequest(fetch, this.url, JSON_HEADERS, { ...bounds, bodyBytes: 64 * 1024 }, signal);
    if ("fault" in answer || answer.status !== 200) return undefined;
    const state = readLedgerHeaders(answer.headers);
    this.#learn(state);
    return state;
  }

  /** Notes a usable answer. */
  succeed(): void {
    this.#failures = 0;
    this.#notBefore = 0;
    this.#bucket.recover();
  }

  /** Notes an unusable one: the upstream is left alone for a while, longer each time. */
  fail(retryAfterMs?: number): void {
    this.#pause(FAULT_BACKOFF, retryAfterMs);
  }

  /** Notes that the upstream asked for fewer requests. */
  slowDown(retryAfterMs?: number): void {
    this.#bucket.slowDown();
    this.#pause(RATE_BACKOFF, retryAfterMs);
  }

  #pause(range: BackoffRange, retryAfterMs: number | undefined): void {
    const { pacing } = this.#settings;
    this.#failures += 1;
    const wait = retryAfterMs ?? backoffMs(range, this.#failures, () => pacing.random());
    this.#notBefore = Math.max(this.#notBefore, pacing.now() + wait);
  }

  async #request(path: string, start: bigint, signal: AbortSignal): Promise<Answer> {
    await this.#bucket.take(signal);
    const { fetch, bounds, pacing } = this.#settings;
    const answer = classifyAnswer(
      await httpRequest(fetch, this.url + path, BCS_HEADERS, bounds, signal),
      start,
      pacing.date(),
    );
    this.#learn("state" in answer ? answer.state : undefined);
    return answer;
  }

  async #requestState(path: string, version: bigint, signal: AbortSignal, body?: string): Promise<StateAnswer> {
    await this.#bucket.take(signal);
    const { fetch, bounds, pacing } = this.#settings;
    const headers = body === undefined ? BCS_HEADERS : { ...BCS_HEADERS, "content-type": "application/json" };
    const answer = classifyStateAnswer(
      await httpRequest(fetch, this.url + path, headers, bounds, signal, body),
      version,
      pacing.date(),
    );
    if (answer.kind === "body") this.succeed();
    this.#learn("state" in answer ? answer.state : undefined);
    return answer;
  }

  #learn(state: UpstreamState | undefined): void {
    if (state !== undefined) this.#state = state;
  }
}
