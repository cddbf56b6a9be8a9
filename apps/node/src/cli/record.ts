import { transactionBounds } from "@ledger/executor/replay";
import type { RecordOptions } from "../config/replay-options.ts";
import { storeLocation } from "../config/store-options.ts";
import { draftCaseFile } from "../replay/case-files.ts";
import { chooseVersions } from "../replay/choose-versions.ts";
import { ReplayError } from "../replay/replay-error.ts";
import { ReplayThreads } from "../replay/replay-threads.ts";
import { openReader } from "../store/open-store.ts";
import { formatBytes } from "./format.ts";

/**
 * The `record` command: executes versions again, and writes their records with all that was read to a file, from which they can be executed
 * without the ledger. A node may be running meanwhile.
 *
 * @param file - must not exist
 */
export async function record(file: string, options: RecordOptions, signal: AbortSignal): Promise<void> {
  using draft = draftCaseFile(file);
  const location = storeLocation(options);
  const reader = await openReader(location);
  const summary = await (async () => reader.summary())().finally(() => reader.close());
  if (summary === undefined) throw new ReplayError("store_empty", "the ledger has no versions yet");
  const [from, to] = chooseVersions(options.versions, summary);
  const source = { kind: "recorded", location } as const;
  const settings = { source, divergences: [], sample: undefined, isBackground: false, bounds: transactionBounds };
  const pool = new ReplayThreads(settings, 1);
  try {
    for await (const { tally } of pool.run({ from, to }, signal)) {
      const { bytes, items } = tally.recorded!;
      draft.finish(bytes);
      const outcomes = Object.entries(tally.counts).filter(([, count]) => count > 0);
      const text = outcomes.map(([outcome, count]) => `${count} ${outcome.replaceAll("_", " ")}`).join(", ");
      process.stdout.write(
        `${file}: ${formatBytes(bytes.length)}, versions ${from} to ${to} and ${items} items of the state; ${text}\n` +
          "It holds what is public on the ledger, and nothing else. 'replay --file' executes it again\n",
      );
    }
  } finally {
    await pool.close();
  }
  signal.throwIfAborted();
}
