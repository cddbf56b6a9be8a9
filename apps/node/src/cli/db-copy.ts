import { copyLedger, verifyLedger } from "@ledger/sync";
import type { CopyOptions } from "../config/copy-options.ts";
import { copyLocation } from "../config/copy-options.ts";
import { openCheckPool } from "../ingest/open-check-pool.ts";
import { finishCopy, openCopy } from "../store/copy-store.ts";
import { openReader } from "../store/open-store.ts";
import { createProgressLine, showVerification } from "./progress-line.ts";

/**
 * The `db copy` command: copies a ledger between a folder and a database server, in either direction. What was interrupted is
 * taken up by the same command; a ledger appears at the destination when it is whole and verified.
 */
export async function dbCopy(options: CopyOptions, signal: AbortSignal): Promise<void> {
  const destination = copyLocation(options.to, options);
  const from = await openReader(copyLocation(options.from, options));
  const progress = createProgressLine();
  const started = performance.now();
  try {
    const to = await openCopy(destination);
    try {
      await using checkPool = openCheckPool();
      const { summary, originalOldestLedgerVersion, isComplete } = await copyLedger({
        from,
        to,
        before: options.before,
        signal,
        checkPool,
        onProgress: (at) =>
          at.phase === "state"
            ? progress.show(`${at.items} state items`)
            : progress.show(`version ${at.version} of ${at.head}`, { done: at.version, total: at.head }),
      });
      progress.end();
      if (!isComplete) {
        process.stdout.write(`stopped at version ${summary.version}; run the same command again to resume\n`);
        process.exitCode = 1;
        return;
      }
      const proved = await verifyLedger(to, {
        checkPool,
        onProgress: (at) => showVerification(progress, at, "verifying "),
      });
      progress.end();
      const later =
        summary.oldestLedgerVersion > originalOldestLedgerVersion
          ? `; the records from version ${originalOldestLedgerVersion} to there were left out, because their accumulator is not known`
          : "";
      const seconds = ((performance.now() - started) / 1_000).toFixed(1);
      process.stdout.write(
        `copied       versions ${summary.oldestLedgerVersion} to ${summary.version}, state from ${summary.oldestVersion} on, in ${seconds} s${later}\n` +
          `verified     ${proved.records} records, ${proved.stateItems ?? 0} items of the state\n`,
      );
    } finally {
      await to.close();
    }
    await finishCopy(destination);
  } finally {
    progress.end();
    await from.close();
  }
}
