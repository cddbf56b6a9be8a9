import {
  type Address,
  decodeStateKey,
  formatAddressLong,
  formatHex,
  formatStructTag,
  StateKey,
  type StructTag,
} from "@ledger/types";
import { type Fetch, type HttpAnswer, httpRequest, type RequestBounds } from "./http-request.ts";
import { readLedgerHeaders, type UpstreamState } from "./ledger-headers.ts";
import type { Pacing } from "./pacing.ts";
import { PageSize } from "./page-size.ts";
import { type Answer, readAnswer } from "./read-answer.ts";
import { RequestLane, recordBackoff, stateBackoff } from "./request-lane.ts";
import type { RequestRate } from "./token-bucket.ts";

/** Why an upstream is no longer asked. */
export interface Retirement {
  readonly code: "upstream_unsupported" | "upstream_rejected" | "wrong_network";
  readonly reason: string;
}

/** The means to ask an upstream. */
export interface UpstreamSettings {
  readonly fetch: Fetch;
  readonly pacing: Pacing;
  /** Of requests for records. Those for state have half of it in addition. */
  readonly rate: RequestRate;
  readonly pageSize: { readonly first: number; readonly maximum: number };
  readonly bounds: RequestBounds;
  /** Sent with every request, such as an API key. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Error codes by which the public routes of a node say that an item does not exist. */
const absentItemCodes: ReadonlySet<string> = new Set([
  "account_not_found",
  "module_not_found",
  "resource_not_found",
  "table_item_not_found",
]);

/** Exactly this media type and nothing else: a list could yield JSON. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.1 | Specification, ingest 5.1} */
const bcsHeaders = { accept: "application/x-bcs" } as const;
const jsonHeaders = { accept: "application/json" } as const;

/** After this many faults in a row, over this much time, an upstream counts as absent. */
const absentFailures = 5;
const absentMs = 5_000;

/** One node that records are fetched from: its request rates, page size, health and last known state. */
export class Upstream {
  /** API root without a trailing slash, e.g. `http://127.0.0.1:8080/v1`. */
  readonly url: string;
  readonly pageSize: PageSize;
  /** Requests for records, roots and the head. */
  readonly recordLane: RequestLane;
  /** Requests for state that clients wait for. */
  readonly stateLane: RequestLane;
  readonly #settings: UpstreamSettings;
  #state: UpstreamState | undefined;
  #retired: Retirement | undefined;
  #answeredAt: number;

  constructor(url: string, settings: UpstreamSettings) {
    const { rate, pacing, pageSize } = settings;
    this.url = url.replace(/\/+$/, "");
    this.pageSize = new PageSize(pageSize.first, pageSize.maximum);
    this.recordLane = new RequestLane(rate, recordBackoff, pacing);
    const stateRate = { perSecond: rate.perSecond / 2, burst: Math.ceil(rate.burst / 2) };
    this.stateLane = new RequestLane(stateRate, stateBackoff, pacing);
    this.#settings = settings;
    this.#answeredAt = pacing.now();
  }

  /** Host and port, for people. Credentials and paths stay out of logs. */
  get name(): string {
    return new URL(this.url).host;
  }

  /** The ledger headers of its latest answer. */
  get state(): UpstreamState | undefined {
    return this.#state;
  }

  /** When it last said where it is; when it was created, if it never did. */
  get answeredAt(): number {
    return this.#answeredAt;
  }

  /** True if it has failed for so long that nothing waits for it. */
  get isAbsent(): boolean {
    return this.recordLane.failures >= absentFailures && this.recordLane.failingMs >= absentMs;
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
    return this.#request(this.recordLane, `/transactions?start=${start}&limit=${limit}`, start, signal);
  }

  /** Asks for the record of one version. */
  requestVersion(version: bigint, signal: AbortSignal): Promise<Answer> {
    return this.#request(this.recordLane, `/transactions/by_version/${version}`, version, signal);
  }

  /**
   * Asks for a state value.
   *
   * @param key - as the store encodes it; the request carries its BCS, which differs for table items
   * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#5.1 | Specification, chain types 5.1}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.1 | Specification, ingest 5.1}
   */
  requestStateValue(key: Uint8Array, version: bigint, signal: AbortSignal): Promise<Answer> {
    const path = `/experimental/state_values/raw?ledger_version=${version}`;
    const body = JSON.stringify({ key: formatHex(StateKey.encode(decodeStateKey(key))) });
    return this.#request(this.stateLane, path, version, signal, body);
  }

  /** Asks for the bytes of a resource that has a key of its own. @param version - the latest when absent */
  requestResource(address: Address, tag: StructTag, version: bigint | undefined, signal: AbortSignal): Promise<Answer> {
    const path = `/accounts/${formatAddressLong(address)}/resource/${encodeURIComponent(formatStructTag(tag))}`;
    return this.#requestItem(path, version, signal);
  }

  /** Asks for the bytecode of a module. */
  requestModule(address: Address, name: string, version: bigint, signal: AbortSignal): Promise<Answer> {
    const path = `/accounts/${formatAddressLong(address)}/module/${encodeURIComponent(name)}`;
    return this.#requestItem(path, version, signal);
  }

  /** Asks for the bytes of a table's item. @param key - BCS */
  requestTableItem(handle: Address, key: Uint8Array, version: bigint, signal: AbortSignal): Promise<Answer> {
    const path = `/tables/${formatAddressLong(handle)}/raw_item`;
    return this.#requestItem(path, version, signal, JSON.stringify({ key: formatHex(key) }));
  }

  /** Asks for a page of an account's modules or resources. @param start - cursor of the page; the first one when absent */
  requestListing(
    what: "modules" | "resources",
    address: Address,
    version: bigint,
    start: string | undefined,
    signal: AbortSignal,
  ): Promise<Answer> {
    const cursor = start === undefined ? "" : `&start=${encodeURIComponent(start)}`;
    const path = `/accounts/${formatAddressLong(address)}/${what}?ledger_version=${version}&limit=9999${cursor}`;
    return this.#request(this.stateLane, path, version, signal);
  }

  /** Asks for the block that holds a version. */
  requestBlock(version: bigint, signal: AbortSignal): Promise<Answer> {
    return this.#request(this.stateLane, `/blocks/by_version/${version}?with_transactions=false`, version, signal);
  }

  /** Asks for the ledger's head. @returns `undefined` when there is no usable answer */
  async requestState(signal: AbortSignal): Promise<UpstreamState | undefined> {
    await this.recordLane.take(signal);
    const { fetch, bounds } = this.#settings;
    const headers = { ...this.#settings.headers, ...jsonHeaders };
    const answer = await httpRequest(fetch, this.url, headers, { ...bounds, bodyBytes: 64 * 1024 }, signal);
    if ("fault" in answer || answer.status !== 200 || isPage(answer)) return undefined;
    const state = readLedgerHeaders(answer.headers);
    this.#learn(state);
    return state;
  }

  /**
   * Says of an upstream that answers, but not like the API of a node, where that is.
   *
   * @returns `undefined` for an API, and for what may be one that does not answer now
   */
  async findWrongRoot(signal: AbortSignal): Promise<string | undefined> {
    if ((await this.#lookAt(this.url, signal)) !== "other") return undefined;
    const usual = new Set([`${this.url}/v1`, `${new URL(this.url).origin}/v1`]);
    usual.delete(this.url);
    for (const url of usual) {
      if ((await this.#lookAt(url, signal)) === "api")
        return `there is no API of a node at ${this.url}; it is at ${url}`;
    }
    return `there is no API of a node at ${this.url}; its address mostly ends in /v1`;
  }

  /** Finds out if an address is that of an API; `unclear` when it is silent, busy or closed to us. */
  async #lookAt(url: string, signal: AbortSignal): Promise<"api" | "other" | "unclear"> {
    await this.recordLane.take(signal);
    const { fetch, bounds, headers } = this.#settings;
    const bounded = { ...bounds, bodyBytes: 64 * 1024 };
    const answer = await httpRequest(fetch, url, { ...headers, ...jsonHeaders }, bounded, signal);
    if ("fault" in answer) return answer.fault === "too_large" ? "other" : "unclear";
    const isApi = answer.status === 200 && readLedgerHeaders(answer.headers) !== undefined && !isPage(answer);
    if (isApi) return "api";
    return answer.status === 200 || answer.status === 404 || answer.status === 405 ? "other" : "unclear";
  }

  #requestItem(path: string, version: bigint | undefined, signal: AbortSignal, body?: string): Promise<Answer> {
    const query = version === undefined ? "" : `?ledger_version=${version}`;
    return this.#request(this.stateLane, path + query, version ?? 0n, signal, body, absentItemCodes);
  }

  async #request(
    lane: RequestLane,
    path: string,
    version: bigint,
    signal: AbortSignal,
    body?: string,
    absentCodes?: ReadonlySet<string>,
  ): Promise<Answer> {
    await lane.take(signal);
    const { fetch, bounds, pacing } = this.#settings;
    const type = body === undefined ? undefined : { "content-type": "application/json" };
    const headers = { ...this.#settings.headers, ...bcsHeaders, ...type };
    const answer = readAnswer(
      await httpRequest(fetch, this.url + path, headers, bounds, signal, body),
      version,
      pacing.date(),
      absentCodes,
    );
    if ("state" in answer) this.#learn(answer.state);
    return answer;
  }

  #learn(state: UpstreamState | undefined): void {
    if (state === undefined) return;
    this.#state = state;
    this.#answeredAt = this.#settings.pacing.now();
  }
}

/** Pages of a node have ledger headers too: its explorer, for one. */
function isPage({ headers }: HttpAnswer): boolean {
  return headers.get("content-type")?.startsWith("text/html") === true;
}
