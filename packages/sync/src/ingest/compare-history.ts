import type { LedgerReader } from "@ledger/state-store";
import { bytesEqual, formatHash, type LedgerRecord } from "@ledger/types";
import { SyncError } from "../refusal/sync-error.ts";
import type { HistoryWitness, LedgerSource } from "../sources/ledger-source.ts";

/** The difference between a witness and the store. */
interface Difference {
  readonly witness: HistoryWitness;
  /** First version that is known to differ. */
  readonly version: bigint;
  readonly ours: LedgerRecord;
  readonly theirs: LedgerRecord;
}

/**
 * Compares a stored ledger with what each witness of its source says, at the latest version that both have: a root commits to
 * everything before it.
 *
 * @throws {@link SyncError} `diverged` when those that answer have another history than the stored one, `untrusted` when some have
 * the stored one and some have not; the version is the first at which they differ
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.8 | Specification, ingest 5.8}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.10 | Specification, ingest 5.10}
 */
export async function compareHistory(source: LedgerSource, store: LedgerReader, signal: AbortSignal): Promise<void> {
  const witnesses = source.witnesses?.() ?? [];
  const findings = await Promise.all(witnesses.map((witness) => compareWith(witness, store, signal)));
  const differences = findings.filter((finding) => typeof finding === "object");
  const [first] = differences.sort((a, b) => (a.version < b.version ? -1 : 1));
  if (first === undefined || signal.aborted) return;
  const same = witnesses.filter((_, i) => findings[i] === "same").map(({ name }) => name);
  const { witness, version, ours, theirs } = first;
  const details = {
    version,
    field: "accumulator_root",
    expected: formatHash(ours.accumulatorRoot),
    actual: formatHash(theirs.accumulatorRoot),
  };
  if (same.length === 0) {
    throw new SyncError("diverged", `the history that ${witness.name} serves differs from the stored one`, details);
  }
  const message = `the stored ledger cannot be trusted from this version on: ${same.join(", ")} and ${witness.name} serve different histories`;
  throw new SyncError("untrusted", message, details);
}

async function compareWith(
  witness: HistoryWitness,
  store: LedgerReader,
  signal: AbortSignal,
): Promise<"same" | "unknown" | Difference> {
  const [head, summary] = [await witness.findHead(signal), await store.summary()];
  if (head === undefined || summary === undefined) return "unknown";
  const differsAt = async (version: bigint): Promise<Difference | "same" | "unknown"> => {
    const ours = await store.readRecord(version);
    let difference: Difference | undefined;
    // A byte may have fallen over on the way: only the same difference twice is one.
    for (let attempt = 0; attempt < 4; attempt++) {
      const theirs = await witness.findRecord(version, signal);
      if (theirs === undefined) return "unknown";
      if (isSame(ours, theirs)) return "same";
      if (difference !== undefined && isSame(difference.theirs, theirs)) return difference;
      difference = { witness, version, ours, theirs };
    }
    return "unknown";
  };
  const latest = earlier(head, summary.version);
  const oldest = summary.oldestLedgerVersion;
  if (latest < oldest) return "unknown";
  let difference = await differsAt(latest);
  if (typeof difference === "string") return difference;
  let [same, differs] = [oldest - 1n, latest];
  while (differs - same > 1n && !signal.aborted) {
    const middle = (same + differs) / 2n;
    const finding = await differsAt(middle);
    if (finding === "unknown") break;
    if (finding === "same") same = middle;
    else [differs, difference] = [middle, finding];
  }
  return difference;
}

function isSame(a: LedgerRecord, b: LedgerRecord): boolean {
  return bytesEqual(a.accumulatorRoot, b.accumulatorRoot) && bytesEqual(a.info, b.info);
}

function earlier(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}
