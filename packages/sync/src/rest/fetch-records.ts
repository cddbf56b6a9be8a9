import type { LedgerRecord } from "@ledger/types";
import { SyncError } from "../refusal/sync-error.ts";
import { type DecodedPage, decodeSingle } from "./decode-page.ts";
import type { FetchContext } from "./fetch-context.ts";
import { reportFault, reportRateLimit, retire } from "./report-fault.ts";
import type { Upstream } from "./upstream.ts";

/** Records as one upstream gave them. */
export interface FetchedPage {
  readonly records: readonly LedgerRecord[];
  readonly upstream: Upstream;
  /** Bytes of the body. */
  readonly byteLength: number;
  /** Records that were asked for. */
  readonly asked: number;
}

/** The records to fetch. */
export interface PageRequest {
  /** First version wanted. */
  readonly start: bigint;
  /** Most records; fewer may come, at least one. */
  readonly limit: number;
  /** Upstreams to ask only when there is no other. */
  readonly avoid: ReadonlySet<Upstream>;
  /** True if the records are connected by an accumulator that is known. */
  readonly isChained: boolean;
}

/** Disagreements on one page after which two upstreams are taken to serve different ledgers. */
const maxDisagreements = 3;
const disagreementWaitMs = 500;

/**
 * Fetches consecutive records, from whichever upstream gives them, retrying until there is an answer. Only what enough upstreams
 * have is handed out.
 *
 * @returns `undefined` when the upstreams have nothing at `start` yet, or `signal` stopped it
 * @throws {@link SyncError} `gap`, `diverged`, `unconfirmed`, or why no upstream can be asked any more
 */
export async function fetchRecords(
  context: FetchContext,
  { start, limit, avoid, isChained }: PageRequest,
  signal: AbortSignal,
): Promise<FetchedPage | undefined> {
  const { pool, agreement, onEvent } = context;
  const gone = new Set<Upstream>();
  const disputed = new Set<Upstream>();
  let disagreements = 0;
  while (!signal.aborted) {
    const head = await agreement.waitForHead(start, signal);
    if (head !== undefined && head < start) return undefined;
    const upstream = await pool.pick(gone.size > 0 ? gone : new Set([...avoid, ...disputed]), start, signal);
    if (signal.aborted) break;
    if (gone.has(upstream)) throw gap(start, gone);
    const most = head === undefined ? limit : Math.min(limit, Number(head - start) + 1);
    const asked = Math.min(most, upstream.pageSize.limit);
    const answer = await upstream.requestPage(start, asked, signal);
    if (signal.aborted) break;
    if ("state" in answer && !context.expectChain(upstream, start)) continue;
    switch (answer.kind) {
      case "later":
        return undefined;
      case "gone":
        gone.add(upstream);
        continue;
      case "too_much":
        if (asked > 1) upstream.pageSize.shrink(asked);
        else reportFault(context, upstream, start, "a record is larger than allowed");
        continue;
      case "rate_limited":
        reportRateLimit(context, upstream, start, answer.retryAfterMs);
        continue;
      case "absent":
        reportFault(context, upstream, start, "its answer does not fit the request");
        continue;
      case "faulty":
        upstream.pageSize.shrink(asked);
        reportFault(context, upstream, start, answer.reason, answer.retryAfterMs);
        continue;
      case "unsupported":
        retire(context, upstream, start, "upstream_unsupported", answer.reason);
        continue;
      case "rejected":
        retire(context, upstream, start, "upstream_rejected", answer.reason);
        continue;
      case "body": {
        const page = await decodeAnswer(context, upstream, answer.body, start, asked, signal);
        if (page.fault !== undefined) {
          upstream.pageSize.shrink(asked);
          reportFault(context, upstream, start, page.fault);
          continue;
        }
        if (page.records.length === 0) return undefined;
        const verdict = await agreement.confirm(upstream, page.records, isChained, signal);
        if (verdict.kind === "later") return undefined;
        if (verdict.kind === "differs") {
          // One of the two lies, or a byte fell over on the way: both are asked again, and another one for the page.
          disagreements += 1;
          disputed.add(upstream);
          if (disputed.size >= pool.active.length) disputed.clear();
          if (disagreements < maxDisagreements) {
            onEvent({
              kind: "faulty",
              upstream: upstream.name,
              reason: verdict.error.message,
              version: start,
              waitMs: 0,
            });
            await context.pacing.sleep(disagreementWaitMs, signal);
            continue;
          }
          // What comes before the first difference is the same everywhere.
          agreement.noteDifference(verdict.error);
          if (verdict.count === 0) throw verdict.error;
        }
        const records = page.records.slice(0, verdict.count);
        upstream.recordLane.succeed();
        if (records.length === asked) upstream.pageSize.grow();
        // Of a page that was cut here nothing is learned about the upstream's own page size.
        const wanted = records.length < page.records.length ? records.length : asked;
        return { records, upstream, byteLength: answer.body.length, asked: wanted };
      }
      default:
        answer satisfies never;
    }
  }
  return undefined;
}

/** Decodes a page; a record that does not decode is asked for alone, where its parts can be found by their hashes. */
async function decodeAnswer(
  context: FetchContext,
  upstream: Upstream,
  body: Uint8Array,
  start: bigint,
  asked: number,
  signal: AbortSignal,
): Promise<DecodedPage> {
  const page = await context.decodePage(body, start, asked);
  if (page.fault === undefined || page.undecodable !== start) {
    // What comes before a record that does not decode is a page by itself.
    return page.records.length > 0 && page.undecodable !== undefined ? { records: page.records } : page;
  }
  const alone = await upstream.requestVersion(start, signal);
  if (alone.kind !== "body") return page;
  const record = decodeSingle(alone.body, start);
  return record === undefined ? page : { records: [record] };
}

function gap(version: bigint, gone: ReadonlySet<Upstream>): SyncError {
  let oldest: bigint | undefined;
  for (const { state } of gone) {
    if (state !== undefined && (oldest === undefined || state.oldestVersion < oldest)) oldest = state.oldestVersion;
  }
  return new SyncError(
    "gap",
    `the upstreams have pruned this version: the oldest that they have is ${oldest ?? "unknown"}`,
    {
      version,
      field: "oldest_version",
    },
  );
}
