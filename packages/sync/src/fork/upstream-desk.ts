import { decodeSingle } from "../rest/decode-page.ts";
import type { Fetch } from "../rest/http-request.ts";
import type { Pacing } from "../rest/pacing.ts";
import { createStateReader } from "../rest/pooled-state-reader.ts";
import type { Answer, BodyAnswer } from "../rest/read-answer.ts";
import type { RequestLane } from "../rest/request-lane.ts";
import type { PublicStateReader, StateRefusal } from "../rest/state-reader.ts";
import { Upstream } from "../rest/upstream.ts";
import { UpstreamPool } from "../rest/upstream-pool.ts";
import { checkUpstreamUrl } from "../rest/upstream-url.ts";
import { ForkError } from "./fork-error.ts";

/** The means to ask an upstream of a fork. */
export interface UpstreamDeskOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Longest wait for an answer, milliseconds, pauses that the upstream asked for included. */
  readonly timeoutMs: number;
  readonly fetch: Fetch;
  readonly pacing: Pacing;
  /** Called with the reason when an answer is waited for: at once after a failure, after three seconds of silence, and every ten seconds. */
  readonly onWaiting?: ((reason: string) => void) | undefined;
}

/** Longest that one request may take, milliseconds: one that hangs leaves time for another. */
const longestRequestMs = 10_000;
/** Bytes of an answer: a listing of a large account. */
const maxAnswerBytes = 32 * 1024 * 1024;
/** Time between two words about a wait, milliseconds. */
const wordMs = 10_000;
/** Time after which an answer that does not come is worth a word, milliseconds. */
const silenceMs = 3_000;
/** Shortest wait between two attempts, milliseconds. */
const shortestWaitMs = 50;
/** Requests a second and at once: state has half of it. The upstream's own limits come by its answers. */
const remoteRate = { perSecond: 200, burst: 400 };

/** Puts questions to the upstream of a fork, again and again while that may help, and says plainly why there is no answer. */
export class UpstreamDesk {
  readonly upstream: Upstream;
  readonly state: PublicStateReader;
  readonly #pacing: Pacing;
  readonly #timeoutMs: number;
  readonly #onWaiting: UpstreamDeskOptions["onWaiting"];
  #saidAt = Number.NEGATIVE_INFINITY;

  /** @throws ForkError `invalid_request` for an address or headers that cannot be used */
  constructor({ url, headers, timeoutMs, fetch, pacing, onWaiting }: UpstreamDeskOptions) {
    try {
      const { isLoopback } = checkUpstreamUrl(url);
      new Headers(headers);
      const requestMs = Math.min(timeoutMs, longestRequestMs);
      this.upstream = new Upstream(url, {
        fetch,
        pacing,
        headers,
        rate: isLoopback ? { perSecond: Number.POSITIVE_INFINITY, burst: 64 } : remoteRate,
        pageSize: { first: 1, maximum: 1 },
        bounds: { headersMs: requestMs, idleMs: requestMs, totalMs: timeoutMs, bodyBytes: maxAnswerBytes },
      });
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw cause;
      throw new ForkError("invalid_request", `cannot fork this URL: ${cause.message}`, { cause });
    }
    this.#pacing = pacing;
    this.#timeoutMs = timeoutMs;
    this.#onWaiting = onWaiting;
    const pool = new UpstreamPool([this.upstream], pacing);
    this.state = createStateReader({ pool, required: 1, asksAll: false, chainId: () => this.chainId });
  }

  /** The chain that answers must name, once it is known. */
  chainId: number | undefined;

  /** Host and port, for people. */
  get name(): string {
    return this.upstream.name;
  }

  /**
   * Asks until there is an answer that asking again would not change.
   *
   * @throws ForkError `unreachable`, `refused`
   */
  async ask(lane: RequestLane, what: string, request: (signal: AbortSignal) => Promise<Answer>): Promise<UsableAnswer> {
    const answer = await this.askFreely(lane, what, request);
    switch (answer.kind) {
      case "too_much":
        throw this.#refused(what, "its answer is too large");
      case "faulty":
      case "unsupported":
      case "rejected":
        throw this.#refused(what, answer.reason);
      default:
        return answer;
    }
  }

  /** As {@link UpstreamDesk.ask}, and a refusal is an answer too. @throws ForkError `unreachable` */
  async askFreely(
    lane: RequestLane,
    what: string,
    request: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Exclude<Answer, { kind: "rate_limited" }>> {
    const deadline = this.#pacing.now() + this.#timeoutMs;
    for (;;) {
      const answer = await this.#askOnce(what, deadline, request);
      if (answer.kind === "rate_limited") {
        lane.slowDown(answer.retryAfterMs);
        await this.#wait(lane.waitMs, deadline, what, "it is limiting requests");
      } else if (answer.kind === "faulty" && answer.scope === "upstream") {
        lane.fail(answer.retryAfterMs);
        await this.#wait(lane.waitMs, deadline, what, answer.reason);
      } else {
        lane.succeed();
        return answer;
      }
    }
  }

  /**
   * Asks for state until there is an answer that asking again would not change.
   *
   * @throws ForkError `unreachable`, `refused`
   */
  async askState<T extends { readonly kind: string }>(
    what: string,
    request: (signal: AbortSignal) => Promise<T | StateRefusal>,
  ): Promise<Exclude<T, StateRefusal> | Extract<StateRefusal, { kind: "gone" }>> {
    const deadline = this.#pacing.now() + this.#timeoutMs;
    for (;;) {
      const answer = await this.#askOnce(what, deadline, request);
      if (answer.kind !== "unavailable") return answer as Exclude<T, StateRefusal>;
      const { reason, isRefused, retryMs = 0 } = answer as Extract<StateRefusal, { kind: "unavailable" }>;
      if (isRefused) throw new ForkError("refused", `cannot read ${what}: ${reason}`, { item: what });
      await this.#wait(retryMs, deadline, what, reason.replace(`${this.name}: `, ""));
    }
  }

  /** Says where the API is, when it is not at the address of the upstream. */
  findWrongRoot(): Promise<string | undefined> {
    return this.upstream.findWrongRoot(this.#lastResort());
  }

  /** Reads one record; what is no record of the version is `undefined`. */
  readRecord(answer: BodyAnswer, version: bigint) {
    return decodeSingle(answer.body, version);
  }

  /** Asks, and says that it waits where nothing comes. */
  async #askOnce<T>(what: string, deadline: number, request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const timer = setInterval(() => this.#sayWaiting(what, deadline, "no answer yet"), silenceMs);
    try {
      return await request(this.#lastResort());
    } finally {
      clearInterval(timer);
    }
  }

  #sayWaiting(what: string, deadline: number, reason: string): void {
    if (this.#pacing.now() - this.#saidAt < wordMs) return;
    this.#saidAt = this.#pacing.now();
    const leftMs = Math.max(0, deadline - this.#pacing.now());
    this.#onWaiting?.(`${this.name} did not give ${what}: ${reason}; trying for ${Math.ceil(leftMs / 1_000)} s more`);
  }

  /** Requests have bounds of their own, which say what was too long. */
  #lastResort(): AbortSignal {
    return AbortSignal.timeout(2 * this.#timeoutMs);
  }

  async #wait(waitMs: number, deadline: number, what: string, reason: string): Promise<void> {
    const wait = Math.max(waitMs, shortestWaitMs);
    if (this.#pacing.now() + wait > deadline) {
      const text = `${this.name} did not give ${what}: ${reason}`;
      const rest = waitMs > this.#timeoutMs ? `, because it asked for a pause of ${Math.ceil(waitMs / 1_000)} s` : "";
      throw new ForkError("unreachable", `${text}; stopped waiting after ${this.#timeoutMs} ms${rest}`, {
        item: what,
      });
    }
    this.#sayWaiting(what, deadline, reason);
    await this.#pacing.sleep(wait, new AbortController().signal);
  }

  #refused(what: string, reason: string): ForkError {
    return new ForkError("refused", `${this.name} did not give ${what}: ${reason}`, { item: what });
  }
}

/** An answer that says something about the question. */
export type UsableAnswer = BodyAnswer | Extract<Answer, { kind: "absent" | "later" | "gone" }>;
