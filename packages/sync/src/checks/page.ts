import type { AccumulatorFrontierState } from "@ledger/types";
import { AccumulatorFrontier, type LedgerRecord } from "@ledger/types";
import { expectHash } from "../refusal/expect.ts";
import { SyncError } from "../refusal/sync-error.ts";
import { type CheckedRecord, type CheckOptions, checkRecord } from "./record.ts";

/** Consecutive records as a source yielded them, with what they must continue. */
export interface UncheckedPage extends CheckOptions {
  readonly records: readonly LedgerRecord[];
  /** Version that the first record must have. */
  readonly nextVersion: bigint;
  /** The accumulator over everything before; where it is not known, nothing proves that records follow each other. */
  readonly frontier: AccumulatorFrontierState | undefined;
}

/** The result of a check: the records before the first one that is refused, if one is. */
export interface CheckedPage {
  readonly records: readonly CheckedRecord[];
  readonly refusal: SyncError | undefined;
  /** The accumulator after the records; spent where there is a refusal. */
  readonly frontier: AccumulatorFrontierState | undefined;
}

/**
 * Checks records: each by itself, see {@link checkRecord}, and that each is the one that comes next: its version, and its
 * accumulator root over everything before. Needs nothing but its argument, so that pages can be checked anywhere, in any order.
 *
 * @returns with a refusal of code `not_contiguous`, `invalid_record`, `hash_mismatch` or `invalid_block`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.8 | Specification, ingest 5.8}, level 2
 */
export function checkPage({ records, nextVersion, frontier: before, eventRoots }: UncheckedPage): CheckedPage {
  const checked: CheckedRecord[] = [];
  const frontier = before && new AccumulatorFrontier("TransactionAccumulator", before);
  let version = nextVersion;
  try {
    for (const record of records) {
      expectVersion(version, record.version);
      checked.push(checkNext(record, { eventRoots }, frontier));
      version += 1n;
    }
    return { records: checked, refusal: undefined, frontier: frontier && stateOf(frontier) };
  } catch (error) {
    if (!(error instanceof SyncError)) throw error;
    return { records: checked, refusal: error, frontier: undefined };
  }
}

function checkNext(
  record: LedgerRecord,
  options: CheckOptions,
  frontier: AccumulatorFrontier | undefined,
): CheckedRecord {
  const checked = checkRecord(record, options);
  if (frontier === undefined) return checked;
  frontier.append(checked.infoHash);
  expectHash("accumulator_root", record.version, record.accumulatorRoot, frontier.root());
  if (checked.stateRoot === undefined) return checked;
  return { ...checked, frontier: stateOf(frontier) };
}

/** The present state of an accumulator. */
export function stateOf({ leafCount, roots }: AccumulatorFrontier): AccumulatorFrontierState {
  return { leafCount, roots };
}

function expectVersion(expected: bigint, actual: bigint): void {
  if (expected === actual) return;
  throw new SyncError("not_contiguous", "the source did not yield the next version", {
    version: expected,
    field: "version",
    expected: String(expected),
    actual: String(actual),
  });
}
