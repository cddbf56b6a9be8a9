import { bytesEqual, formatHash, type HashValue, type LedgerRecord } from "@ledger/types";
import { SyncError } from "../refusal/sync-error.ts";
import { decodePage, decodeSingle } from "./decode-page.ts";
import type { Upstream } from "./upstream.ts";

/** A comparison of another upstream's records with those of a page. */
export type Comparison =
  /** It has the first `count` records too. */
  | { readonly kind: "same"; readonly count: number }
  /** It has another ledger from the error's version on, which is `count` records after the page's first. */
  | { readonly kind: "differs"; readonly count: number; readonly error: SyncError };

/** Another upstream's page; a record that does not decode is asked for alone. @returns `undefined` for one that cannot be read */
export async function decodeTheirs(
  other: Upstream,
  body: Uint8Array,
  first: bigint,
  count: number,
  signal: AbortSignal,
): Promise<readonly LedgerRecord[] | undefined> {
  const { records, fault, undecodable } = decodePage(body, first, count);
  if (records.length > 0 || fault === undefined) return records;
  if (undecodable !== first) return undefined;
  const alone = await other.requestVersion(first, signal);
  const record = alone.kind === "body" ? decodeSingle(alone.body, first) : undefined;
  return record && [record];
}

/** Every record by itself. */
export function compareRecords(
  theirs: readonly LedgerRecord[] | undefined,
  other: Upstream,
  upstream: Upstream,
  records: readonly LedgerRecord[],
): Comparison | undefined {
  if (theirs === undefined) return undefined;
  for (const [i, their] of theirs.entries()) {
    const our = records[i]!;
    if (bytesEqual(their.info, our.info) && bytesEqual(their.accumulatorRoot, our.accumulatorRoot)) continue;
    const error = diverged(upstream, other, our.version, our.accumulatorRoot, their.accumulatorRoot);
    return { kind: "differs", count: i, error };
  }
  return { kind: "same", count: theirs.length };
}

/** One root for all of the page: it commits to everything before. @returns `undefined` for an answer that does not decode */
export async function compareRoot(
  body: Uint8Array,
  at: bigint,
  other: Upstream,
  upstream: Upstream,
  records: readonly LedgerRecord[],
  signal: AbortSignal,
): Promise<Comparison | undefined> {
  const theirs = decodeSingle(body, at)?.accumulatorRoot;
  if (theirs === undefined) return undefined;
  const first = records[0]!.version;
  const rootAt = (version: bigint): HashValue => records[Number(version - first)]!.accumulatorRoot;
  if (bytesEqual(theirs, rootAt(at))) return { kind: "same", count: Number(at - first) + 1 };
  let [same, differs, root] = [first - 1n, at, theirs];
  while (differs - same > 1n && !signal.aborted) {
    const middle = (same + differs) / 2n;
    const answer = await other.requestVersion(middle, signal);
    const record = answer.kind === "body" ? decodeSingle(answer.body, middle) : undefined;
    if (record === undefined) break;
    if (bytesEqual(record.accumulatorRoot, rootAt(middle))) same = middle;
    else [differs, root] = [middle, record.accumulatorRoot];
  }
  const count = Number(same - first) + 1;
  return { kind: "differs", count, error: diverged(upstream, other, differs, rootAt(differs), root) };
}

function diverged(upstream: Upstream, other: Upstream, version: bigint, ours: HashValue, theirs: HashValue): SyncError {
  return new SyncError("diverged", `${upstream.name} and ${other.name} serve different ledgers from this version on`, {
    version,
    field: "accumulator_root",
    expected: formatHash(theirs),
    actual: formatHash(ours),
  });
}
