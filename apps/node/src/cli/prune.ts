import { choosePruneTarget, type LedgerStore, type PruneTarget } from "@ledger/state-store";
import { pruneWindows, type RetentionOptions } from "../config/retention-options.ts";
import type { StoreOptions } from "../config/store-options.ts";
import { openExistingStore } from "./open-existing-store.ts";
import { createProgressLine } from "./progress-line.ts";

/** What `ledger-node prune` was asked to do. */
export interface PruneOptions extends StoreOptions, RetentionOptions {
  readonly dryRun?: boolean;
}

const STEP_ROWS = 10_000;
const STEP_BYTES = 16 * 2 ** 20;

/** The `prune` command: brings a ledger within the given windows, or says what that would delete. */
export async function prune(options: PruneOptions): Promise<void> {
  const store = openExistingStore(options.dataDir);
  try {
    const target = await choosePruneTarget(store, pruneWindows(options));
    if (target === undefined) {
      process.stdout.write("the ledger is empty\n");
      return;
    }
    const plan = await store.planPrune(target);
    process.stdout.write(
      `state below version ${plan.stateVersion}: ${plan.stateRows} values\n` +
        `ledger below version ${plan.ledgerVersion}: ${plan.records} records\n` +
        `${plan.bytes} bytes in all\n`,
    );
    if (options.dryRun === true) return;
    await deleteBehind(store, target);
    process.stdout.write(`deleted; the file shrank by ${await shrink(store)} bytes\n`);
  } finally {
    await store.close();
  }
}

async function deleteBehind(store: LedgerStore, target: PruneTarget): Promise<void> {
  const progress = createProgressLine();
  let rows = 0;
  for (let done = false; !done; ) {
    const step = await store.prune(target, STEP_ROWS);
    done = step.done;
    rows += step.deletedRows;
    progress.show(`${rows} rows deleted, oldest version ${step.oldestVersion}`);
  }
  progress.end();
}

async function shrink(store: LedgerStore): Promise<number> {
  let reclaimed = 0;
  for (;;) {
    const { reclaimedBytes, freeBytes } = await store.compact(STEP_BYTES);
    reclaimed += reclaimedBytes;
    if (reclaimedBytes === 0 || freeBytes === 0) return reclaimed;
  }
}
