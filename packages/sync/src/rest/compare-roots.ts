import { bytesEqual, formatHash, type HashValue, type LedgerRecord } from "@ledger/types";
import { SyncError } from "../error.ts";
import { decodeSingle } from "./decode-page.ts";
import { type FetchContext, reportFault } from "./fetch-context.ts";
import type { Upstream } from "./upstream.ts";

/** How often, and how long apart, an upstream that is behind is asked for the version to compare. */
const COMPARE_ATTEMPTS = 10;
const COMPARE_WAIT_MS = 500;
/** From so many faults in a row, or such a wait that it asked for, an upstream is not waited for. */
const ABSENT_FAILURES = 5;
const ABSENT_WAIT_MS = 60_000;

/**
 * Asks another upstream for the root at the end of a page. An upstream that fails is waited for until it counts as absent:
 * a short fault of the honest one must not let a forgery pass.
 *
 * @returns an error when it disagrees, `unknown` when nobody can say
 */
export async function compareRoot(
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
