import { verifyIndex } from "@ledger/indexer/build";
import type { LedgerReader } from "@ledger/state-store";
import type { StoreLocation } from "../store/location.ts";
import { openScratchIndex, openTableIndexReader } from "../store/open-table-index.ts";
import type { ProgressLine } from "./progress-line.ts";

/** Builds the index of a ledger's tables again, where one is kept, and compares it. The exit code is 1 where it differs. */
export async function verifyTableIndex(
  location: StoreLocation,
  store: LedgerReader,
  progress: ProgressLine,
): Promise<void> {
  const kept = await openTableIndexReader(location);
  if (kept === undefined) return;
  try {
    const scratch = await openScratchIndex();
    try {
      const found = await verifyIndex(store, kept, scratch, ({ head }) =>
        progress.show(`index: ${head?.state === undefined ? `version ${head?.next}` : "state"}`),
      );
      progress.end();
      if (found === undefined) return;
      const { version, rows, versions, problems, isTooOld } = found;
      for (const problem of problems) process.stderr.write(`index: ${problem}\n`);
      if (problems.length > 0) process.exitCode = 1;
      if (isTooOld) return;
      const outcome =
        problems.length === 0
          ? "are what the ledger makes of them"
          : "are not: delete the index with 'index drop', and build it again";
      process.stdout.write(
        `index        ${rows} rows and ${versions} versions of topics, at version ${version}, ${outcome}\n`,
      );
    } finally {
      await scratch.close();
    }
  } finally {
    await kept.close();
  }
}
