import type { LedgerStore, PruneTarget } from "../port.ts";
import { choosePruneTarget, type PruneWindows } from "./windows.ts";

/** Where a pruner stands, for metrics and logs. */
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
  /** Whether the lag stopped growing: false when the ledger has outrun the pruner in each of the last runs. */
  readonly keepsUp: boolean;
}

/** How a pruner works. */
export interface PrunerOptions {
  readonly store: LedgerStore;
  readonly windows: PruneWindows;
  /** Ends the pruner between two steps. */
  readonly signal: AbortSignal;
  /** Most rows deleted in one transaction: bounds how long a commit may have to wait. 2,000 when absent. */
  readonly stepRows?: number | undefined;
  /** Versions that the watermark may trail the windows before a run begins: larger runs delete faster. 1,000 when absent. */
  readonly slackVersions?: bigint | undefined;
  /** Pause between two looks at the windows, milliseconds. 1,000 when absent. */
  readonly idleMs?: number | undefined;
  /** Milliseconds of a monotonic clock. */
  readonly now?: (() => number) | undefined;
  /** Waits, or returns early when the signal aborts. A pause of 0 lets other work of the thread go on. */
  readonly sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  readonly onProgress?: ((report: PrunerReport) => void) | undefined;
}

/** Runs with a growing lag after which a pruner says that it does not keep up. */
const patience = 3;
/** Free space that is given back to the file system: above this share of the file and this many bytes. */
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
  const { store, windows, signal, stepRows = 2_000, slackVersions = 1_000n, idleMs = 1_000 } = options;
  const now = options.now ?? (() => performance.now());
  const sleep = options.sleep ?? wait;
  let deletedRows = 0;
  let reclaimedBytes = 0;
  let lastLag = 0n;
  let growing = 0;
  while (!signal.aborted) {
    const target = await choosePruneTarget(store, windows);
    const before = await store.summary();
    if (target !== undefined && before !== undefined && isDue(target, before, slackVersions)) {
      const lagAtStart = target.stateVersion - before.oldestVersion;
      growing = lagAtStart > lastLag && lastLag > 0n ? growing + 1 : 0;
      lastLag = lagAtStart;
      const started = now();
      let rows = 0;
      for (let done = false; !done && !signal.aborted; ) {
        const progress = await store.prune(target, stepRows);
        done = progress.done;
        rows += progress.deletedRows;
        deletedRows += progress.deletedRows;
        options.onProgress?.({
          target,
          oldestVersion: progress.oldestVersion,
          oldestLedgerVersion: progress.oldestLedgerVersion,
          lag: target.stateVersion - progress.oldestVersion,
          deletedRows,
          reclaimedBytes,
          rowsPerSecond: (rows / Math.max(1, now() - started)) * 1_000,
          keepsUp: growing < patience,
        });
        await sleep(0, signal);
      }
    }
    reclaimedBytes += await giveBack(store, signal, sleep);
    if (!signal.aborted) await sleep(idleMs, signal);
  }
}

function isDue(
  target: PruneTarget,
  { oldestVersion, oldestLedgerVersion }: { readonly oldestVersion: bigint; readonly oldestLedgerVersion: bigint },
  slack: bigint,
): boolean {
  const due = slack > 0n ? slack : 1n;
  return target.stateVersion - oldestVersion >= due || target.ledgerVersion - oldestLedgerVersion >= due;
}

/** Shrinks the file while much of it is free. @returns bytes given back */
async function giveBack(
  store: LedgerStore,
  signal: AbortSignal,
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
): Promise<number> {
  let reclaimed = 0;
  const { fileBytes, freeBytes } = await store.stats();
  let left = freeBytes - Math.max(freeBytesKept, fileBytes * freeShare);
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
