import { choosePruneTarget, type LedgerStore, leavingRoom, type PruneWindows, StoreError } from "@ledger/state-store";
import { pruneWindows, type RetentionOptions } from "../config/retention-options.ts";
import { type StoreOptions, storeLocation } from "../config/store-options.ts";
import { bytesBeside } from "../store/bytes-beside.ts";
import { openExistingStore, openReader } from "../store/open-store.ts";
import { createProgressLine } from "./progress-line.ts";

/** Options of `ledger-node prune`. */
export interface PruneOptions extends StoreOptions, RetentionOptions {
  readonly dryRun?: boolean;
}

const stepRows = 10_000;
const stepBytes = 16 * 2 ** 20;

/** The `prune` command: brings a ledger within the given windows, or says what that would delete. */
export async function prune(options: PruneOptions): Promise<void> {
  const windows = leavingRoom(pruneWindows(options), bytesBeside(storeLocation(options)));
  const store = await openForPlan(options, windows);
  if (store === undefined) return;
  try {
    const target = await choosePruneTarget(store, windows, 1);
    if (target === undefined) {
      process.stdout.write("the ledger is empty\n");
      return;
    }
    const plan = await store.planPrune(target);
    const about = target.bytesOverBudget > 0 ? "about " : "";
    process.stdout.write(
      `state below version ${about}${plan.stateVersion}: ${plan.stateRows} values\n` +
        `ledger below version ${about}${plan.ledgerVersion}: ${plan.records} records\n` +
        `${plan.bytes} bytes in all\n`,
    );
    if (options.dryRun === true) return;
    await deleteBehind(store, windows);
    process.stdout.write(`deleted; the file shrank by ${await shrink(store)} bytes\n`);
    const { bytesOverBudget = 0 } = (await choosePruneTarget(store, windows)) ?? {};
    if (bytesOverBudget > 0)
      process.stdout.write(`the latest version alone is ${bytesOverBudget} bytes over the budget\n`);
  } finally {
    await store.close();
  }
}

/** Opens the store. For a dry run of a ledger that a node keeps, says what can be said without it. */
async function openForPlan(options: PruneOptions, windows: PruneWindows): Promise<LedgerStore | undefined> {
  const location = storeLocation(options);
  try {
    return await openExistingStore(location);
  } catch (error) {
    if (options.dryRun !== true || !(error instanceof StoreError) || error.code !== "store_locked") throw error;
  }
  const reader = await openReader(location);
  try {
    const target = await choosePruneTarget(reader, windows, 1);
    const ledger = await reader.summary();
    if (target === undefined || ledger === undefined) process.stdout.write("the ledger is empty\n");
    else {
      const about = target.bytesOverBudget > 0 ? "about " : "";
      process.stdout.write(
        `state below version ${about}${target.stateVersion}: not counted, because a node is writing to it\n` +
          `ledger below version ${about}${target.ledgerVersion}: ${target.ledgerVersion - ledger.oldestLedgerVersion} records\n`,
      );
    }
  } finally {
    await reader.close();
  }
  return undefined;
}

/** Deletes until the windows ask for nothing more. */
async function deleteBehind(store: LedgerStore, windows: PruneWindows): Promise<void> {
  const progress = createProgressLine();
  let rows = 0;
  for (let moved = true; moved; ) {
    const before = await store.summary();
    const target = await choosePruneTarget(store, windows);
    if (before === undefined || target === undefined) break;
    for (let done = false; !done; ) {
      const step = await store.prune(target, stepRows);
      done = step.done;
      rows += step.deletedRows;
      moved = step.oldestVersion > before.oldestVersion || step.oldestLedgerVersion > before.oldestLedgerVersion;
      progress.show(`${rows} rows deleted, oldest version ${step.oldestVersion}`);
    }
  }
  progress.end();
}

async function shrink(store: LedgerStore): Promise<number> {
  let reclaimed = 0;
  for (;;) {
    const { reclaimedBytes, freeBytes } = await store.compact(stepBytes);
    reclaimed += reclaimedBytes;
    if (reclaimedBytes === 0 || freeBytes === 0) return reclaimed;
  }
}
