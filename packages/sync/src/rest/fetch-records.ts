import type { LedgerRecord } from "@ledger/types";
import { SyncError } from "../error.ts";
import { compareRoot } from "./compare-roots.ts";
import { type DecodedPage, decodeSingle } from "./decode-page.ts";
import { type FetchContext, reportFault } from "./fetch-context.ts";
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

/** Disagreements on one page after which two upstreams are taken to serve different ledgers. */
const MAX_DISAGREEMENTS = 3;
const DISAGREEMENT_WAIT_MS = 500;

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
        const page = await decodeAnswer(context, upstream, answer.body, start, asked, signal);
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
          await context.pacing.sleep(DISAGREEMENT_WAIT_MS, signal);
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
  context: FetchContext,
  upstream: Upstream,
  body: Uint8Array,
  start: bigint,
  asked: number,
  signal: AbortSignal,
): Promise<DecodedPage> {
  const page = await context.decodePage(body, start, asked);
  if (page.fault === undefined || page.undecodable !== start) {
    // What stands in front of a record that does not decode is a page by itself.
    return page.records.length > 0 && page.undecodable !== undefined ? { records: page.records } : page;
  }
  const alone = await upstream.requestVersion(start, signal);
  if (alone.kind !== "body") return page;
  const record = decodeSingle(alone.body, start);
  return record === undefined ? page : { records: [record] };
}

function expectChain(context: FetchContext, upstream: Upstream, version: bigint): boolean {
  const wanted = context.chainId();
  const actual = upstream.state?.chainId;
  if (wanted === undefined || actual === undefined || wanted === actual) return true;
  retire(context, upstream, version, "wrong_network", `chain id ${actual}, not ${wanted}`);
  return false;
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
  return new SyncError("gap", `no upstream has this version any more: the oldest they have is ${oldest ?? "unknown"}`, {
    version,
    field: "oldest_version",
  });
}
