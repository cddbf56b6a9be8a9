import type { LedgerReader, LedgerStore, LedgerSummary } from "@ledger/state-store";
import type { AccumulatorFrontierState, LedgerRecord } from "@ledger/types";
import type { CheckPool } from "../checks/pages.ts";
import { ingest } from "../ingest/ingest.ts";
import type { StartLedger } from "../ingest/ledger-start.ts";
import { SyncError } from "../refusal/sync-error.ts";
import type { LedgerSource } from "../sources/ledger-source.ts";

/** Options of {@link copyLedger}. */
export interface CopyLedgerOptions {
  readonly from: LedgerReader;
  /** Empty, or left by a copy that was interrupted. */
  readonly to: LedgerStore;
  /** The copy ends with the last block before this version; with the newest one when absent. */
  readonly before?: bigint | undefined;
  /** Ends the copy between two pages; it can be taken up again. */
  readonly signal?: AbortSignal | undefined;
  /** The threads that check records; the calling thread when absent. It stays open. */
  readonly checkPool?: CheckPool | undefined;
  /** Records after which a batch is committed, see `batchRecords` of `ingest`. */
  readonly batchRecords?: number | undefined;
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
}

/** How far a copy is: first items of the state before its first version, where there are any, then versions. */
export type CopyProgress =
  | { readonly phase: "state"; readonly items: number }
  | { readonly phase: "records"; readonly version: bigint; readonly head: bigint };

/** The extent of a copy. */
export interface CopyReport {
  /** The copy, as it is now. */
  readonly summary: LedgerSummary;
  /** Oldest version whose record the original has; above it the copy begins where the accumulator is known. */
  readonly originalOldestLedgerVersion: bigint;
  /** True if the copy has everything up to the head that the original had when it began. */
  readonly isComplete: boolean;
}

const pageRecords = 500;
const pageEntries = 1_000;
const pruneRows = 20_000;

/**
 * Copies a ledger from one store into another one, of any driver. Its records pass the checks that every ledger passes, and end
 * with the accumulator of the original; state that was written before the first kept record is copied as it is, and {@link
 * verifyLedger} proves it by the root of the latest block.
 *
 * Where the original was pruned, the copy begins with the first record whose accumulator is known: at most one commit later.
 *
 * @throws SyncError `gap` for a ledger that began lazily or has no state before the wanted end, and when the original was pruned past the copy meanwhile
 */
export async function copyLedger(options: CopyLedgerOptions): Promise<CopyReport> {
  const { from, to, before, signal, checkPool, batchRecords, onProgress } = options;
  const original = await from.summary();
  if (original === undefined) throw new SyncError("gap", "the ledger to copy is empty");
  if (original.base?.state === "partial") {
    throw new SyncError(
      "gap",
      "a ledger that was started lazily cannot be copied: start another one with --start-version",
    );
  }
  const head = before === undefined ? original.version : await endBefore(from, original, before);
  const start = original.oldestLedgerVersion === 0n ? undefined : startFromStore(from, original, onProgress);
  const report = await ingest({
    source: storeSource(from, head),
    store: to,
    start,
    network: { chainId: original.chainId, genesisHash: original.genesisHash },
    signal,
    checkPool,
    batchRecords,
    onProgress: ({ version }) => onProgress?.({ phase: "records", version, head }),
  });
  const isComplete = report.version !== undefined && report.version >= head;
  if (isComplete) await moveWatermarks(to, original);
  const summary = await to.summary();
  if (summary === undefined) throw new SyncError("gap", "the copy was stopped before its first block");
  return { summary, originalOldestLedgerVersion: original.oldestLedgerVersion, isComplete };
}

/** The last version of the last block before a version. */
async function endBefore(from: LedgerReader, original: LedgerSummary, before: bigint): Promise<bigint> {
  if (before > original.version) return original.version;
  if (before <= original.oldestVersion)
    throw new SyncError("gap", `the ledger to copy has no state before version ${before}: begin another one`);
  const end = (await from.readBlockByVersion(before)).firstVersion - 1n;
  if (end >= original.oldestVersion && end >= original.oldestLedgerVersion) return end;
  throw new SyncError("gap", `the ledger to copy has no block before version ${before}: begin another one`);
}

/** A store as a source of records, up to a version. */
function storeSource(reader: LedgerReader, head: bigint): LedgerSource {
  return {
    name: "the ledger to copy",
    head,
    async *records(from, signal): AsyncGenerator<readonly LedgerRecord[]> {
      for (let next = from; next <= head && !signal.aborted; ) {
        const left = Number(head - next) + 1;
        const page = await reader.listRecords(next, Math.min(pageRecords, left));
        if (page.length === 0) return;
        yield page;
        next += BigInt(page.length);
      }
    },
  };
}

/** Begins a copy of a ledger whose first records have been pruned. */
function startFromStore(
  from: LedgerReader,
  original: LedgerSummary,
  onProgress: CopyLedgerOptions["onProgress"],
): StartLedger {
  return async (store, _network, signal) => {
    const frontier = await from.oldestFrontier();
    if (frontier === undefined) throw new SyncError("gap", "the ledger to copy does not know its accumulator");
    const first = await firstBlock(from, original, frontier);
    await store.begin({ version: frontier.leafCount, blockHeight: first.height, frontier, state: "whole" });
    await copyState(from, store, original, frontier.leafCount, signal, onProgress);
    return {
      position: {
        nextVersion: frontier.leafCount,
        frontier,
        chainId: original.chainId,
        blockHeight: first.height - 1n,
        timestampUsecs: 0n,
        epoch: first.epoch,
      },
      network: { chainId: original.chainId },
    };
  };
}

async function firstBlock(from: LedgerReader, original: LedgerSummary, { leafCount }: AccumulatorFrontierState) {
  if (leafCount <= original.version) return from.readBlockByVersion(leafCount);
  throw new SyncError("gap", "the ledger to copy has been pruned to its last block: copy it after the next one");
}

/**
 * Copies what was written before the copy's first version and can still be seen: at the oldest version with state, which may be
 * later. What was overwritten in between cannot be seen in the original either.
 */
async function copyState(
  from: LedgerReader,
  to: LedgerStore,
  original: LedgerSummary,
  firstVersion: bigint,
  signal: AbortSignal,
  onProgress: CopyLedgerOptions["onProgress"],
): Promise<void> {
  const version = original.oldestVersion >= firstVersion ? original.oldestVersion : firstVersion - 1n;
  let start: Uint8Array | undefined;
  let items = 0;
  do {
    signal.throwIfAborted();
    const page = await from.listState({ version, prefix: new Uint8Array(0), start, limit: pageEntries });
    const values = page.entries
      .filter((entry) => entry.version < firstVersion)
      .map(({ key, bytes, metadata }) => ({ kind: "value" as const, key, value: bytes, metadata }));
    await to.addBaseValues(values);
    items += values.length;
    onProgress?.({ phase: "state", items });
    start = page.next;
  } while (start !== undefined);
}

/** Gives the copy the windows of the original: what is below them is not whole. */
async function moveWatermarks(to: LedgerStore, original: LedgerSummary): Promise<void> {
  const target = { stateVersion: original.oldestVersion, ledgerVersion: original.oldestLedgerVersion };
  while (!(await to.prune(target, pruneRows)).done);
}
