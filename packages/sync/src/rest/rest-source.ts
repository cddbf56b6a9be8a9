import type { LedgerIdentity } from "@ledger/state-store";
import type { LedgerRecord } from "@ledger/types";
import { SyncError } from "../refusal/sync-error.ts";
import type { HistoryWitness, LedgerSource, RecordsOptions } from "../sources/ledger-source.ts";
import { mergeIdentities } from "../sources/merge-identities.ts";
import { type Agreement, RecordAgreement } from "./agreement.ts";
import { type DecodePage, decodePage, decodeSingle } from "./decode-page.ts";
import type { FetchContext } from "./fetch-context.ts";
import { fetchRecords } from "./fetch-records.ts";
import type { Fetch, RequestBounds } from "./http-request.ts";
import { type Pacing, systemPacing } from "./pacing.ts";
import { createStateReader } from "./pooled-state-reader.ts";
import { Prefetch } from "./prefetch.ts";
import { RefusalLog } from "./refusal-log.ts";
import { retire } from "./report-fault.ts";
import type { StateReader } from "./state-reader.ts";
import type { FollowPhase, FollowStatus, UpstreamEvent } from "./status.ts";
import type { RequestRate } from "./token-bucket.ts";
import { Upstream } from "./upstream.ts";
import { UpstreamPool } from "./upstream-pool.ts";
import { checkUpstreamUrl } from "./upstream-url.ts";

/** How an upstream is followed. Everything but the upstreams has a default. */
export interface RestSourceOptions {
  /** API roots in order of preference, e.g. `https://node.example/v1`; without credentials. */
  readonly upstreams: readonly [string, ...string[]];
  /**
   * Requests under way while catching up: 4; with {@link RestSourceOptions.decodePage} 12, because a request counts until its
   * page is decoded, and decoding must not wait for a thread that commits.
   */
  readonly parallel?: number | undefined;
  /**
   * Most records asked for at once. When absent, 100 to begin with, which is the usual maximum of upstreams, and up to 250
   * where an upstream gives as many.
   */
  readonly pageRecords?: number | undefined;
  /** Bytes of pages that were fetched, or are being fetched, and not yet taken; 16 MiB. At least one page is always under way. */
  readonly bufferBytes?: number | undefined;
  /** Bounds on one request. */
  readonly bounds?: Partial<RequestBounds> | undefined;
  /**
   * Requests for records per upstream; those for state may be half as many in addition. Without it loopback upstreams are asked
   * without a bound, others 8 times a second with a burst of 64: with state, three quarters of the smallest published quota.
   */
  readonly rate?: RequestRate | undefined;
  /** How many upstreams must have a record before it is taken; `all` when absent. */
  readonly agreement?: Agreement | undefined;
  /** Shortest and longest wait at the head, milliseconds; 100 and 1,000. */
  readonly poll?: { readonly shortestMs: number; readonly longestMs: number } | undefined;
  /** True to end at the head instead of waiting for more; false when absent. */
  readonly once?: boolean | undefined;
  /** Called when the phase changes. */
  readonly onStatus?: ((status: FollowStatus) => void) | undefined;
  /** Called for faults of upstreams. */
  readonly onEvent?: ((event: UpstreamEvent) => void) | undefined;
  /** Decodes pages somewhere else, see `createCheckPool` of `@ledger/sync/node`; in the calling thread when absent. */
  readonly decodePage?: DecodePage | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Replaces time and chance. */
  readonly pacing?: Pacing | undefined;
}

/** Records on the first page, and on the largest that an upstream is tried with. */
const firstPage = 100;
const largestPage = 250;

const defaultBounds: RequestBounds = {
  headersMs: 15_000,
  idleMs: 15_000,
  totalMs: 120_000,
  bodyBytes: 24 * 1024 * 1024,
};

/** Without a usable record for this long, although an upstream has more, a follower is called stalled. */
const stalledMs = 10_000;
/** An upstream that said where it is within this time is not asked again. */
const recentMs = 1_000;
/** So is one whose upstreams have not answered at all for this long. */
const silentMs = 30_000;

/**
 * Follows one or several nodes over their REST API in BCS: many pages in flight, records in order, retries, failover,
 * and agreement between upstreams: with several, nothing is taken that not all of those that answer have.
 *
 * It retries what can heal for as long as it is read, and ends only by `signal` (or, with `once`, at the head).
 *
 * @throws {@link TypeError} when an upstream is not an `http(s)` URL or carries credentials, or more are to agree than there are
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5 | Specification, ingest 5}
 */
export function restSource(options: RestSourceOptions): RestSource {
  return new PooledSource(options);
}

/** Upstreams that are followed, and asked for state where a ledger is only partly known. Both share their request rates. */
export interface RestSource extends LedgerSource {
  readonly state: StateReader;
  /** Oldest version that any upstream was seen to have. */
  readonly oldest: bigint | undefined;
  /** Latest version that enough upstreams are known to have. */
  readonly agreedHead: bigint | undefined;
  /** One record; `undefined` when no upstream has it or can be asked. */
  findRecord(version: bigint, signal: AbortSignal): Promise<LedgerRecord | undefined>;
}

class PooledSource implements RestSource {
  readonly name: string;
  readonly state: StateReader;
  readonly #options: RestSourceOptions;
  readonly #pacing: Pacing;
  readonly #pool: UpstreamPool;
  readonly #context: FetchContext;
  readonly #refusals: RefusalLog;
  readonly #pageRecords: number;
  readonly #once: boolean;
  #chainId: number | undefined;
  #phase: FollowPhase = "bootstrapping";
  /** The version that comes next, while something waits for it. */
  #awaited: bigint | undefined;
  /** Since when there is more than was yielded. */
  #behindSince: number;
  #lastFault: UpstreamEvent | undefined;

  constructor(options: RestSourceOptions) {
    this.#options = options;
    this.#pacing = options.pacing ?? systemPacing;
    this.#pageRecords = options.pageRecords ?? firstPage;
    this.#once = options.once ?? false;
    const upstreams = options.upstreams.map((url) => this.#openUpstream(url));
    this.name = `upstream ${upstreams.map((upstream) => upstream.name).join(", ")}`;
    this.#pool = new UpstreamPool(upstreams, this.#pacing);
    this.#behindSince = this.#pacing.now();
    this.#refusals = new RefusalLog();
    const { agreement: wanted = "all" } = options;
    if (wanted !== "all" && (wanted < 1 || wanted > upstreams.length)) {
      throw new TypeError(`${wanted} upstreams cannot agree: there are ${upstreams.length}`);
    }
    const report = {
      pool: this.#pool,
      pacing: this.#pacing,
      expectChain: (upstream: Upstream, version: bigint) => this.#expectChain(upstream, version),
      onEvent: (event: UpstreamEvent) => this.#noteEvent(event),
    };
    const agreement = new RecordAgreement({ ...report, agreement: wanted });
    this.#context = { ...report, agreement, decodePage: options.decodePage ?? decodePage };
    this.state = createStateReader({
      pool: this.#pool,
      required: agreement.required,
      asksAll: wanted === "all",
      chainId: () => this.#chainId,
    });
  }

  get head(): bigint | undefined {
    return this.#pool.head;
  }

  get oldest(): bigint | undefined {
    return this.#pool.oldest;
  }

  async identify(signal: AbortSignal): Promise<Partial<LedgerIdentity>> {
    let identity: Partial<LedgerIdentity> = {};
    const wrong = new Map<Upstream, string>();
    // An upstream that does not answer now is checked by the headers of its first answer.
    for (const upstream of this.#pool.active) {
      const state = await upstream.requestState(signal);
      if (state !== undefined) identity = mergeIdentities(identity, { chainId: state.chainId }, upstream.name);
      const reason = state === undefined ? await upstream.findWrongRoot(signal) : undefined;
      if (reason !== undefined) wrong.set(upstream, reason);
    }
    // Waiting does not help against a wrong address.
    if (wrong.size > 0 && wrong.size === this.#pool.active.length) {
      throw new SyncError("upstream_unsupported", [...wrong.values()].join("; "));
    }
    for (const [upstream, reason] of wrong) retire(this.#context, upstream, 0n, "upstream_unsupported", reason);
    this.#chainId = identity.chainId;
    return identity;
  }

  get agreedHead(): bigint | undefined {
    return this.#context.agreement.head;
  }

  get trouble(): string | undefined {
    const now = this.#pacing.now();
    const { head, answeredAt } = this.#pool;
    const awaited = this.#awaited;
    if (awaited === undefined || head === undefined || head < awaited) this.#behindSince = now;
    if (awaited === undefined) return undefined;
    const last = this.#lastFault;
    const fault = last === undefined ? "" : `; last, ${describeFault(last)}`;
    if (now - answeredAt > silentMs) {
      return `no upstream has answered for ${seconds(now - answeredAt)}${fault}`;
    }
    const behindMs = now - this.#behindSince;
    if (behindMs <= stalledMs) return undefined;
    const agreed = this.agreedHead;
    const held =
      agreed !== undefined && agreed < awaited ? `, but the upstreams agree only up to version ${agreed}` : "";
    return `no usable record of version ${awaited} for ${seconds(behindMs)}: an upstream has version ${head}${held}${fault}`;
  }

  witnesses(): readonly HistoryWitness[] {
    return this.#pool.active.map((upstream) => ({
      name: upstream.name,
      findHead: async (signal) => {
        const isRecent = this.#pacing.now() - upstream.answeredAt < recentMs;
        return isRecent && upstream.state ? upstream.state.version : (await upstream.requestState(signal))?.version;
      },
      findRecord: (version, signal) => findRecordOf(upstream, version, signal),
    }));
  }

  async findRecord(version: bigint, signal: AbortSignal): Promise<LedgerRecord | undefined> {
    for (const upstream of this.#pool.active) {
      const record = await findRecordOf(upstream, version, signal);
      if (record !== undefined) return record;
    }
    return undefined;
  }

  async *records(
    from: bigint,
    signal: AbortSignal,
    { isChained = true }: RecordsOptions = {},
  ): AsyncGenerator<readonly LedgerRecord[]> {
    const stop = new AbortController();
    const stopped = AbortSignal.any([signal, stop.signal]);
    const prefetch = new Prefetch({
      from,
      parallel: this.#options.parallel ?? (this.#options.decodePage === undefined ? 4 : 12),
      bufferBytes: this.#options.bufferBytes ?? 16 * 1024 * 1024,
      limit: () => this.#pageLimit(),
      head: () => this.agreedHead,
      fetch: (start, limit) =>
        fetchRecords(this.#context, { start, limit, avoid: this.#refusals.avoided(start), isChained }, stopped),
    });
    let progressAt = this.#pacing.now();
    let rate = 0;
    let next = from;
    try {
      while (!signal.aborted) {
        this.#awaited = next;
        const page = await prefetch.next();
        if (signal.aborted) return;
        const now = this.#pacing.now();
        if (page !== undefined) {
          next += BigInt(page.records.length);
          // While a page is being used, no upstream is waited for.
          this.#awaited = undefined;
          this.#behindSince = now;
          rate = (rate + page.records.length / Math.max(0.001, (now - progressAt) / 1000)) / 2;
          progressAt = now;
          this.#refusals.noteYield(page);
          if (!prefetch.atHead) this.#setPhase("catching_up");
          yield page.records;
          if (!prefetch.atHead) continue;
        }
        if (this.#once) return;
        this.#awaited = next;
        this.#setPhase(this.trouble === undefined ? "at_head" : "stalled");
        await this.#pacing.sleep(this.#pollMs(rate), signal);
      }
    } finally {
      this.#awaited = undefined;
      stop.abort();
    }
  }

  async refuse(error: SyncError): Promise<boolean> {
    if (error.code !== "hash_mismatch" && error.code !== "invalid_record" && error.code !== "invalid_block")
      return false;
    return this.#refusals.refuse(error, this.#pool.active);
  }

  #pageLimit(): number {
    return this.#pool.active.reduce((most, upstream) => Math.max(most, upstream.pageSize.limit), 1);
  }

  /** A wait after which a worthwhile page is likely. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.9 | Specification, ingest 5.9} */
  #pollMs(recordsPerSecond: number): number {
    const { shortestMs, longestMs } = this.#options.poll ?? { shortestMs: 100, longestMs: 1000 };
    const full = (this.#pageRecords / Math.max(recordsPerSecond, 0.001)) * 1000;
    return Math.min(Math.max(full, shortestMs), longestMs) * (0.75 + this.#pacing.random() / 2);
  }

  #setPhase(phase: FollowPhase): void {
    if (phase === this.#phase) return;
    this.#phase = phase;
    this.#options.onStatus?.({ phase, head: this.head });
  }

  #noteEvent(event: UpstreamEvent): void {
    this.#lastFault = event;
    this.#options.onEvent?.(event);
  }

  #expectChain(upstream: Upstream, version: bigint): boolean {
    const wanted = this.#chainId;
    const actual = upstream.state?.chainId;
    if (wanted === undefined || actual === undefined || wanted === actual) return true;
    retire(this.#context, upstream, version, "wrong_network", `chain id ${actual}, not ${wanted}`);
    return false;
  }

  #openUpstream(url: string): Upstream {
    const { isLoopback } = checkUpstreamUrl(url);
    const { rate, fetch, bounds } = this.#options;
    return new Upstream(url, {
      fetch: fetch ?? globalThis.fetch,
      pacing: this.#pacing,
      rate: rate ?? { perSecond: isLoopback ? Number.POSITIVE_INFINITY : 8, burst: 64 },
      pageSize: { first: this.#pageRecords, maximum: this.#options.pageRecords ?? largestPage },
      bounds: { ...defaultBounds, ...bounds },
    });
  }
}

async function findRecordOf(
  upstream: Upstream,
  version: bigint,
  signal: AbortSignal,
): Promise<LedgerRecord | undefined> {
  const answer = await upstream.requestVersion(version, signal);
  return answer.kind === "body" ? decodeSingle(answer.body, version) : undefined;
}

function describeFault({ upstream, version, reason, waitMs }: UpstreamEvent): string {
  const pause = waitMs === undefined || waitMs < 1_000 ? "" : `, pausing requests for ${seconds(waitMs)}`;
  return `${upstream} at version ${version}: ${reason}${pause}`;
}

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 1_000)} s`;
}
