import type { LedgerRecord } from "@ledger/types";
import { SyncError } from "../refusal/sync-error.ts";
import { type Comparison, compareRecords, compareRoot, decodeTheirs } from "./compare-pages.ts";
import type { Pacing } from "./pacing.ts";
import type { Answer } from "./read-answer.ts";
import { type FaultReport, reportFault, reportRateLimit, retire } from "./report-fault.ts";
import type { Upstream } from "./upstream.ts";
import type { UpstreamPool } from "./upstream-pool.ts";

/**
 * How many upstreams must have a record before it is taken.
 *
 * - `all`: all that answer, and at least two where there are several. One honest upstream that answers is enough to refuse a
 *   forgery, and the ledger grows as far as the slowest of them.
 * - a number: that many, including the one that sends the record. Others that answer are compared as far as they have come, and
 *   delay nothing. With 1, what a single upstream sends is taken.
 */
export type Agreement = "all" | number;

/** The verdict of the other upstreams about a page. */
export type Verdict =
  /** The first `count` records may be taken. */
  | { readonly kind: "agreed"; readonly count: number }
  /** Too few have reached the page's first version. */
  | { readonly kind: "later" }
  /** Another upstream has another ledger from the error's version on, which is `count` records after the page's first. */
  | { readonly kind: "differs"; readonly count: number; readonly error: SyncError };

/** The answer of one other upstream, or why it cannot say. */
type Opinion = Comparison | { readonly kind: "unknown"; readonly reason: string };

/** The means of an agreement. */
export interface AgreementOptions extends FaultReport {
  readonly pool: UpstreamPool;
  readonly pacing: Pacing;
  readonly agreement: Agreement;
  /** Returns true if an answer is of the followed network; an upstream of another one is retired. */
  readonly expectChain: (upstream: Upstream, version: bigint) => boolean;
}

/** Waits between two looks at upstreams that have not answered yet. */
const retryMs = 250;
/** Answers "not yet" after which an upstream is believed to be below the page. */
const maxStepsBack = 4;

/**
 * Decides which records enough upstreams have. An accumulator root commits to everything before it, so one root is compared for
 * a page; of a ledger whose accumulator is not known nothing connects the records, and each of them is compared.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.8 | Specification, ingest 5.8}
 */
export class RecordAgreement {
  /** Upstreams that must have a record, the one that sends it among them. */
  readonly required: number;
  readonly #options: AgreementOptions;
  readonly #refreshing = new Map<Upstream, Promise<void>>();
  #difference: SyncError | undefined;

  constructor(options: AgreementOptions) {
    this.#options = options;
    const { agreement, pool } = options;
    this.required = agreement === "all" ? Math.min(2, pool.size) : agreement;
  }

  /** Latest version that enough upstreams are known to have; `undefined` while too few have said where they are. */
  get head(): bigint | undefined {
    const { agreement, pool } = this.#options;
    if (pool.size === 1 || agreement === 1) return pool.head;
    const members = agreement === "all" ? pool.active.filter(({ isAbsent }) => !isAbsent) : pool.active;
    const heads = members.flatMap(({ state }) => (state === undefined ? [] : state.version));
    heads.sort((a, b) => (a > b ? -1 : a < b ? 1 : 0));
    if (agreement !== "all") return heads[agreement - 1];
    return members.length < this.required || heads.length < members.length ? undefined : heads.at(-1);
  }

  /**
   * Waits until enough upstreams have said where they are.
   *
   * @returns the latest version to ask for; `undefined` when any may be asked for
   * @throws {@link SyncError} `unconfirmed` when too few upstreams answer, `diverged` at a version from which on they differ
   */
  async waitForHead(start: bigint, signal: AbortSignal): Promise<bigint | undefined> {
    const { pool, pacing } = this.#options;
    if (this.#difference?.version !== undefined && this.#difference.version <= start) throw this.#difference;
    if (this.required === 1) return undefined;
    while (!signal.aborted) {
      const behind = pool.active.filter(({ state }) => state === undefined || state.version < start);
      await Promise.all(behind.map((upstream) => this.#refresh(upstream, start, signal)));
      const { head } = this;
      if (head !== undefined) return head;
      this.#expectEnough(start);
      await pacing.sleep(retryMs, signal);
    }
    return undefined;
  }

  /** Remembers where the upstreams differ: what comes before it was agreed on, and is taken first. */
  noteDifference(error: SyncError): void {
    this.#difference = error;
  }

  /** Asks the other upstreams about a page. @param isChained - whether its records are connected by the accumulator */
  async confirm(
    upstream: Upstream,
    records: readonly LedgerRecord[],
    isChained: boolean,
    signal: AbortSignal,
  ): Promise<Verdict> {
    const { pool, agreement } = this.#options;
    const others = pool.active.filter((other) => other !== upstream);
    if (others.length === 0 && this.required === 1) return { kind: "agreed", count: records.length };
    const opinions = await Promise.all(others.map((other) => this.#ask(other, upstream, records, isChained, signal)));
    const difference = opinions.find((opinion) => opinion.kind === "differs");
    if (difference !== undefined) return difference;
    if (signal.aborted) return { kind: "later" };
    const counts = opinions.flatMap((opinion) => (opinion.kind === "same" ? opinion.count : []));
    counts.sort((a, b) => b - a);
    const needed = this.required - 1;
    if (counts.length < needed) {
      const reasons = opinions.flatMap((opinion) => (opinion.kind === "unknown" ? opinion.reason : []));
      throw unconfirmed(records[0]!.version, this.required, reasons);
    }
    const count = agreement === "all" ? (counts.at(-1) ?? records.length) : (counts[needed - 1] ?? records.length);
    return count === 0 ? { kind: "later" } : { kind: "agreed", count };
  }

  /** Asks an upstream where it is; several that want to know wait for one answer. */
  #refresh(upstream: Upstream, version: bigint, signal: AbortSignal): Promise<void> {
    const { expectChain } = this.#options;
    if (upstream.recordLane.waitMs > 0) return Promise.resolve();
    let work = this.#refreshing.get(upstream);
    if (work === undefined) {
      work = upstream
        .requestState(signal)
        .then((state) => {
          if (signal.aborted) return;
          if (state === undefined)
            reportFault(this.#options, upstream, version, "it does not report its ledger version");
          else if (expectChain(upstream, version) && upstream.isAbsent) upstream.recordLane.succeed();
        })
        .finally(() => this.#refreshing.delete(upstream));
      this.#refreshing.set(upstream, work);
    }
    return work;
  }

  #expectEnough(version: bigint): void {
    const { pool } = this.#options;
    const answering = pool.active.filter(({ isAbsent }) => !isAbsent);
    if (answering.length >= this.required) return;
    const absent = pool.active.filter(({ isAbsent }) => isAbsent).map(({ name }) => `${name} does not answer`);
    throw unconfirmed(version, this.required, [...pool.retirements, ...absent]);
  }

  /** Asks one other upstream; where nothing waits for it, once. */
  async #ask(
    other: Upstream,
    upstream: Upstream,
    records: readonly LedgerRecord[],
    isChained: boolean,
    signal: AbortSignal,
  ): Promise<Opinion> {
    const { pacing, agreement } = this.#options;
    const first = records[0]!.version;
    let at = other.state === undefined ? records.at(-1)!.version : min(other.state.version, records.at(-1)!.version);
    for (let stepsBack = 0; stepsBack < maxStepsBack && !signal.aborted; ) {
      if (at < first) return { kind: "same", count: 0 };
      if (other.retired !== undefined) return { kind: "unknown", reason: other.retired.reason };
      const isAwaited = agreement !== 1;
      if (other.isAbsent || (!isAwaited && other.recordLane.waitMs > 0)) {
        return { kind: "unknown", reason: `${other.name} does not answer` };
      }
      await pacing.sleep(other.recordLane.waitMs, signal);
      const count = Number(at - first) + 1;
      const answer = await (isChained
        ? other.requestVersion(at, signal)
        : other.requestPage(first, Math.min(count, other.pageSize.limit), signal));
      if (signal.aborted) break;
      if ("state" in answer && !this.#options.expectChain(other, at)) continue;
      if (answer.kind === "body") {
        const opinion = isChained
          ? await compareRoot(answer.body, at, other, upstream, records, signal)
          : compareRecords(
              await decodeTheirs(other, answer.body, first, count, signal),
              other,
              upstream,
              records.slice(0, count),
            );
        if (opinion === undefined) {
          other.pageSize.shrink(count);
          reportFault(this.#options, other, at, "its answer does not decode");
          continue;
        }
        other.recordLane.succeed();
        return opinion;
      }
      if (answer.kind === "later") {
        stepsBack += 1;
        at = min(at - 1n, answer.state?.version ?? first - 1n);
        continue;
      }
      if (answer.kind === "gone") return { kind: "unknown", reason: `${other.name} no longer has version ${at}` };
      this.#noteFault(other, at, answer);
      if (answer.kind === "too_much") other.pageSize.shrink(count);
      if (!isAwaited) return { kind: "unknown", reason: `${other.name} does not answer` };
    }
    return { kind: "same", count: 0 };
  }

  #noteFault(other: Upstream, version: bigint, answer: Exclude<Answer, { kind: "body" | "later" | "gone" }>): void {
    switch (answer.kind) {
      case "rate_limited":
        reportRateLimit(this.#options, other, version, answer.retryAfterMs);
        return;
      case "unsupported":
        retire(this.#options, other, version, "upstream_unsupported", answer.reason);
        return;
      case "rejected":
        retire(this.#options, other, version, "upstream_rejected", answer.reason);
        return;
      case "faulty":
        reportFault(this.#options, other, version, answer.reason, answer.retryAfterMs);
        return;
      case "absent":
      case "too_much":
        reportFault(this.#options, other, version, "it returned no record to compare");
        return;
      default:
        answer satisfies never;
    }
  }
}

function unconfirmed(version: bigint, required: number, reasons: readonly string[]): SyncError {
  const why = [...new Set(reasons)].join("; ");
  return new SyncError("unconfirmed", `${required} upstreams must agree on every record, but too few answer: ${why}`, {
    version,
  });
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
