import { setImmediate as nextTurn } from "node:timers/promises";
import type { LedgerStore } from "@ledger/state-store";

/** Versions kept behind the latest; 0 keeps all. */
export interface RetentionWindows {
  readonly state: bigint;
  readonly ledger: bigint;
}

/** What the pruner reports after each step. */
export interface PrunerProgress {
  readonly oldestVersion: bigint;
  readonly deletedRows: number;
}

/** Prunes in the background, in steps short enough that commits never wait long. */
export interface Pruner {
  /** Says that the head moved; starts a run unless one is going on. */
  wake(): void;
  /** Ends after the current step. */
  close(): Promise<void>;
}

/** Rows deleted in one step: a few milliseconds of the writer's time. */
const STEP_ROWS = 2_000;

/** Creates the pruner of one store. It shares the writer's thread and yields to it between steps. */
export function createPruner(
  store: LedgerStore,
  windows: RetentionWindows,
  onProgress: (progress: PrunerProgress) => void,
): Pruner {
  let closed = false;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (!closed) {
      const summary = await store.summary();
      if (summary === undefined) return;
      const stateVersion = windows.state === 0n ? 0n : behind(summary.version, windows.state);
      const ledgerVersion = windows.ledger === 0n ? 0n : behind(summary.version, windows.ledger);
      const target = { stateVersion, ledgerVersion: ledgerVersion < stateVersion ? ledgerVersion : stateVersion };
      if (stateVersion <= summary.oldestVersion && target.ledgerVersion <= summary.oldestLedgerVersion) return;
      const { oldestVersion, deletedRows, done } = await store.prune(target, STEP_ROWS);
      onProgress({ oldestVersion, deletedRows });
      if (done) return;
      await nextTurn();
    }
  }

  return {
    wake() {
      running ??= run().finally(() => {
        running = undefined;
      });
    },
    async close() {
      closed = true;
      await running;
    },
  };
}

function behind(version: bigint, window: bigint): bigint {
  return version > window ? version - window : 0n;
}
