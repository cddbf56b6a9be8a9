import { bytesEqual, formatHash, type HashValue, type LedgerRecord } from "@ledger/types";
import { SyncError } from "../error.ts";
import { type DecodedPage, decodePage, decodeSingle } from "./decode-page.ts";
import type { Pacing } from "./pacing.ts";
import type { UpstreamEvent } from "./status.ts";
import type { Upstream } from "./upstream.ts";
import type { UpstreamPool } from "./upstream-pool.ts";

/** Records as one upstream gave them. */
export interface FetchedPage {
  readonly records: readonly LedgerRecord[];
  readonly upstream: Upstream;
  /** Bytes of the body. */
  readonly byteLength: number;
  /** Records that were asked for. */
  readonly asked: number;
}

/** What fetching works with. */
export interface FetchContext {
  readonly pool: UpstreamPool;
  readonly pacing: Pacing;
  /** Chain id that every answer must name, once it is known. */
  readonly chainId: () => number | undefined;
  /** Whether the last root of every page is compared with another upstream's. */
  readonly compareRoots: boolean;
  readonly onEvent: (event: UpstreamEvent) => void;
}

/** Disagreements on one page after which two upstreams are taken to serve different ledgers. */
const MAX_DISAGREEMENTS = 3;
/** How often, and how long apart, an upstream that is behind is asked for the version to compare. */
const COMPARE_ATTEMPTS = 10;
const COMPARE_WAIT_MS = 500;
/** From so many faults in a row, or such a wait that it asked for, an upstream is not waited for. */
const ABSENT_FAILURES = 5;
const ABSENT_WAIT_MS = 60_000;

/**
 * Fetches consecutive records from `start` on, from whichever upstream gives them, retrying until there is an answer.
 *
 * @param limit - most records; fewer may come, at least one
 * @param avoid - upstreams to ask only when there is no other
 * @returns `undefined` when the upstreams have nothing at `start` yet, or `signal` stopped it
 * @throws {@link SyncError} `gap`, `diverged`, or why no upstream can be asked any more
 */
export async function fetchRecords(
  context: FetchContext,
  start: bigint,
  limit: number,
  avoid: ReadonlySet<Upstream>,
  signal: AbortSignal,
): Promise<FetchedPage | undefined> {
  const gone = new Set<Upstream>();
  let disagreements = 0;
  while (!signal.aborted) {
    const upstream = await context.pool.pick(gone.size > 0 ? gone : avoid, signal);
    if (gone.has(upstream)) throw gap(start, gone);
    const asked = Math.min(limit, upstream.pageSize.limit);
    const answer = await upstream.requestPage(start, asked, signal);
    if (signal.aborted) break;
    if ("state" in answer && !expectChain(context, upstream, start)) continue;
    switch (answer.kind) {
      case "nothing_yet":
        return undefined;
      case "gone":
        gone.add(upstream);
        continue;
      case "too_much":
        if (asked > 1) upstream.pageSize.shrink(asked);
        else reportFault(context.onEvent, upstream, start, "a record above the allowed size");
        continue;
      case "rate_limited":
        upstream.slowDown(answer.retryAfterMs);
        context.onEvent({ kind: "rate_limited", upstream: upstream.name, reason: "status 429", version: start });
        continue;
      case "faulty":
        upstream.pageSize.shrink(asked);
        reportFault(context.onEvent, upstream, start, answer.reason, answer.retryAfterMs);
        continue;
      case "unsupported":
        retire(context, upstream, start, "upstream_unsupported", answer.reason);
        continue;
      case "rejected":
        retire(context, upstream, start, "upstream_rejected", answer.reason);
        continue;
      case "body": {
        const page = await decodeAnswer(upstream, answer.body, start, asked, signal);
        if (page.fault !== undefined) {
          upstream.pageSize.shrink(asked);
          reportFault(context.onEvent, upstream, start, page.fault);
          continue;
        }
        if (page.records.length === 0) return undefined;
        const verdict = context.compareRoots
          ? await compareRoot(context, upstream, page.records.at(-1)!, signal)
          : "equal";
        if (verdict instanceof SyncError) {
          // One of the two lies, or a byte fell over on the way: both are asked again, and neither is preferred.
          disagreements += 1;
          if (disagreements >= MAX_DISAGREEMENTS) throw verdict;
          context.onEvent({ kind: "faulty", upstream: upstream.name, reason: "roots disagree", version: start });
          await context.pacing.sleep(COMPARE_WAIT_MS, signal);
          continue;
        }
        upstream.succeed();
        if (page.records.length === asked) upstream.pageSize.grow();
        return { records: page.records, upstream, byteLength: answer.body.length, asked };
      }
    }
  }
  return undefined;
}

/** Decodes a page; a record that does not decode is asked for alone, where its parts can be found by their hashes. */
async function decodeAnswer(
  upstream: Upstream,
  body: Uint8Array,
  start: bigint,
  asked: number,
  signal: AbortSignal,
): Promise<DecodedPage> {
  const page = decodePage(body, start, asked);
  if (page.fault === undefined || page.undecodable !== start) {
    // What stands in front of a record that does not decode is a page by itself.
    return page.records.length > 0 && page.undecodable !== undefined ? { records: page.records } : page;
  }
  const alone = await upstream.requestVersion(start, signal);
  if (alone.kind !== "body") return page;
  const record = decodeSingle(alone.body, start);
  return record === undefined ? page : { records: [record] };
}

/**
 * Asks another upstream for the root at the end of a page. An upstream that fails is waited for until it counts as absent:
 * a short fault of the honest one must not let a forgery pass.
 *
 * @returns an error when it disagrees, `unknown` when nobody can say
 */
async function compareRoot(
  context: FetchContext,
  upstream: Upstream,
  last: LedgerRecord,
  signal: AbortSignal,
): Promise<"equal" | "unknown" | SyncError> {
  for (const other of context.pool.active) {
    if (other === upstream) continue;
    const theirs = await askForRoot(context, other, last.version, signal);
    if (theirs === undefined) continue;
    if (bytesEqual(theirs, last.accumulatorRoot)) return "equal";
    return new SyncError("diverged", `${upstream.name} and ${other.name} serve different ledgers`, {
      version: last.version,
      field: "accumulator_root",
      expected: formatHash(theirs),
      actual: formatHash(last.accumulatorRoot),
    });
  }
  context.onEvent({ kind: "uncompared", upstream: upstream.name, reason: "no root to compare", version: last.version });
  return "unknown";
}

async function askForRoot(
  { pacing, onEvent }: FetchContext,
  other: Upstream,
  version: bigint,
  signal: AbortSignal,
): Promise<HashValue | undefined> {
  let early = 0;
  while (!signal.aborted && early < COMPARE_ATTEMPTS) {
    const { waitMs } = other;
    if (waitMs > 0 && (other.failures >= ABSENT_FAILURES || waitMs > ABSENT_WAIT_MS)) return undefined;
    await pacing.sleep(waitMs, signal);
    const answer = await other.requestVersion(version, signal);
    switch (answer.kind) {
      case "body": {
        const record = decodeSingle(answer.body, version);
        if (record === undefined) {
          reportFault(onEvent, other, version, "an answer that does not decode");
          continue;
        }
        other.succeed();
        return record.accumulatorRoot;
      }
      case "nothing_yet":
        early += 1;
        await pacing.sleep(COMPARE_WAIT_MS, signal);
        continue;
      case "rate_limited":
        other.slowDown(answer.retryAfterMs);
        continue;
      case "faulty":
      case "too_much":
        reportFault(onEvent, other, version, "no root to compare");
        continue;
      default:
        return undefined;
    }
  }
  return undefined;
}

function expectChain(context: FetchContext, upstream: Upstream, version: bigint): boolean {
  const wanted = context.chainId();
  const actual = upstream.state?.chainId;
  if (wanted === undefined || actual === undefined || wanted === actual) return true;
  retire(context, upstream, version, "wrong_network", `chain id ${actual}, not ${wanted}`);
  return false;
}

function reportFault(
  onEvent: FetchContext["onEvent"],
  upstream: Upstream,
  version: bigint,
  reason: string,
  retryAfterMs?: number,
): void {
  upstream.fail(retryAfterMs);
  onEvent({ kind: "faulty", upstream: upstream.name, reason, version });
}

function retire(
  context: FetchContext,
  upstream: Upstream,
  version: bigint,
  code: "upstream_unsupported" | "upstream_rejected" | "wrong_network",
  reason: string,
): void {
  upstream.retire({ code, reason: `${upstream.name}: ${reason}` });
  context.onEvent({ kind: "retired", upstream: upstream.name, reason, version });
}

function gap(version: bigint, gone: ReadonlySet<Upstream>): SyncError {
  let oldest: bigint | undefined;
  for (const { state } of gone) {
    if (state !== undefined && (oldest === undefined || state.oldestVersion < oldest)) oldest = state.oldestVersion;
  }
  return new SyncError(
    "gap",
    "no upstream holds this version any more; start from a snapshot or with a later version",
    {
      version,
      field: "oldest_version",
      expected: `at most ${version}`,
      actual: String(oldest ?? "unknown"),
    },
  );
}
