import type { LedgerStore, LedgerSummary, PruneTarget } from "../port.ts";
import { choosePruneTarget, leavingRoom, type PruneWindows, type WindowTarget } from "./windows.ts";

/** How far a pruner is, for metrics and logs. */
export interface PrunerReport {
  readonly target: PruneTarget;
  readonly oldestVersion: bigint;
  readonly oldestLedgerVersion: bigint;
  /** Versions between the state watermark and where the windows want it. */
  readonly lag: bigint;
  /** Since the pruner started. */
  readonly deletedRows: number;
  readonly reclaimedBytes: number;
  /** Of the last run of steps, its pauses included. */
  readonly rowsPerSecond: number;
  /** False when each of the last runs left more to prune than the one before, in versions, or began with more bytes over the disk budget. */
  readonly keepsUp: boolean;
}

/** How a pruner works. */
export interface PrunerOptions {
  readonly store: LedgerStore;
  readonly windows: PruneWindows;
  /** Bytes of the index and state tree, which also count against the disk budget; 0 when absent. */
  readonly otherBytes?: (() => number) | undefined;
  /** Ends the pruner between two steps. */
  readonly signal: AbortSignal;
  /** Most rows deleted in one transaction: bounds how long a commit may have to wait. 2,000 when absent. */
  readonly stepRows?: number | undefined;
  /**
   * Versions that the watermark may trail the windows before a run begins: larger runs delete faster. 1,000 when absent. A
   * disk budget has no slack.
   */
  readonly slackVersions?: bigint | undefined;
  /** Pause between two looks at the windows, milliseconds. 1,000 when absent. */
  readonly idleMs?: number | undefined;
  /** Milliseconds of a monotonic clock. */
  readonly now?: (() => number) | undefined;
  /** Waits, or returns early when the signal aborts. A pause of 0 lets other work of the thread go on. */
  readonly sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  readonly onProgress?: ((report: PrunerReport) => void) | undefined;
}

/** Runs that each have more to prune than the one before, after which a pruner says that it does not keep up. */
const patience = 3;
/** Free space that is given back to the file system: above this share of the file and this many bytes, or over the budget. */
const freeShare = 1 / 16;
const freeBytesKept = 16 * 2 ** 20;
const compactStepBytes = 2 ** 22;

/**
 * Keeps a store within its windows until the signal aborts: looks where the watermarks belong, deletes in small steps with a
 * pause after each, gives freed space back to the file system. It shares the store's thread with the commits.
 *
 * @throws StoreError what the store throws; a pruner that ended so can be started again
 */
export async function runPruner(options: PrunerOptions): Promise<void> {
  const { store, signal, stepRows = 2_000, slackVersions = 1_000n, idleMs = 1_000 } = options;
  const now = options.now ?? (() => performance.now());
  const sleep = options.sleep ?? wait;
  let deletedRows = 0;
  let reclaimedBytes = 0;
  const lagTrend = createTrend();
  const budgetTrend = createTrend();
  let hasCaughtUp = true;
  while (!signal.aborted) {
    const windows = leavingRoom(options.windows, options.otherBytes?.() ?? 0);
    const target = await choosePruneTarget(store, windows);
    const before = await store.summary();
    // A budget that was met in between begins again.
    const meetsBudget = budgetTrend(target?.bytesOverBudget ?? 0);
    if (target !== undefined && before !== undefined && isDue(target, before, slackVersions)) {
      const keepsUp = hasCaughtUp && meetsBudget;
      const started = now();
      let rows = 0;
      let hasMoved = false;
      for (let done = false; !done && !signal.aborted; ) {
        const progress = await store.prune(target, stepRows);
        done = progress.done;
        rows += progress.deletedRows;
        deletedRows += progress.deletedRows;
        hasMoved =
          progress.oldestVersion > before.oldestVersion || progress.oldestLedgerVersion > before.oldestLedgerVersion;
        options.onProgress?.({
          target,
          oldestVersion: progress.oldestVersion,
          oldestLedgerVersion: progress.oldestLedgerVersion,
          lag: target.stateVersion - progress.oldestVersion,
          deletedRows,
          reclaimedBytes,
          rowsPerSecond: (rows / Math.max(1, now() - started)) * 1_000,
          keepsUp,
        });
        await sleep(0, signal);
      }
      // What a run begins with says when it began, and nothing of how fast it is.
      hasCaughtUp = lagTrend(await versionsLeft(store, windows, slackVersions));
      // One target takes a part of what a budget asks for: the next one is due at once.
      if (hasMoved && target.bytesOverBudget > 0) continue;
    }
    reclaimedBytes += await giveBack(store, windows.diskBytes, signal, sleep);
    if (!signal.aborted) await sleep(idleMs, signal);
  }
}

/** Versions that a run has left to prune, or that have become due meanwhile. */
async function versionsLeft(store: LedgerStore, windows: PruneWindows, slack: bigint): Promise<number> {
  const target = await choosePruneTarget(store, windows);
  const summary = await store.summary();
  if (target === undefined || summary === undefined || !isDue(target, summary, slack)) return 0;
  return Number(target.stateVersion - summary.oldestVersion);
}

function isDue(target: WindowTarget, { oldestVersion, oldestLedgerVersion }: LedgerSummary, slack: bigint): boolean {
  const due = slack > 0n && target.bytesOverBudget === 0 ? slack : 1n;
  return target.stateVersion - oldestVersion >= due || target.ledgerVersion - oldestLedgerVersion >= due;
}

/** Notes how much each run has to prune. @returns whether that does not grow from run to run */
function createTrend(): (behind: number) => boolean {
  let last = 0;
  let growing = 0;
  return (behind) => {
    growing = behind > last && last > 0 ? growing + 1 : 0;
    last = behind;
    return growing < patience;
  };
}

/** Shrinks the file while much of it is free. @returns bytes given back */
async function giveBack(
  store: LedgerStore,
  diskBytes: number | undefined,
  signal: AbortSignal,
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
): Promise<number> {
  let reclaimed = 0;
  const { fileBytes, freeBytes } = await store.stats();
  const overBudget = diskBytes === undefined ? 0 : Math.min(freeBytes, fileBytes - diskBytes);
  let left = Math.max(overBudget, freeBytes - Math.max(freeBytesKept, fileBytes * freeShare));
  while (left > 0 && !signal.aborted) {
    const progress = await store.compact(Math.min(left, compactStepBytes));
    if (progress.reclaimedBytes === 0) break;
    reclaimed += progress.reclaimedBytes;
    left -= progress.reclaimedBytes;
    await sleep(0, signal);
  }
  return reclaimed;
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener("abort", finish, { once: true });
  });
}
