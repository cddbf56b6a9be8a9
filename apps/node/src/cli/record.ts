import { CaseError, CaseRecorder } from "@ledger/executor/replay";
import type { RecordOptions } from "../config/replay-options.ts";
import { storeLocation } from "../config/store-options.ts";
import { draftCaseFile } from "../replay/case-files.ts";
import { chooseVersions } from "../replay/choose-versions.ts";
import { ReplayError } from "../replay/replay-error.ts";
import { createRangeRunner, runHere } from "../replay/run-range.ts";
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
  const reader = await openReader(storeLocation(options));
  try {
    const summary = await reader.summary();
    if (summary === undefined) throw new ReplayError("store_empty", "the ledger has no versions yet");
    const [from, to] = chooseVersions(options.versions, summary);
    const recorder = new CaseRecorder(reader);
    const run = createRangeRunner(recorder, { divergences: [], sample: undefined });
    const { counts } = await runHere(run, { from, to }, signal);
    const recorded = recorder.finish(summary.chainId, from, to);
    const size = formatBytes(draft.finish(recorded));
    const outcomes = Object.entries(counts).filter(([, count]) => count > 0);
    const text = outcomes.map(([outcome, count]) => `${count} ${outcome.replaceAll("_", " ")}`).join(", ");
    process.stdout.write(
      `${file}: ${size}, versions ${from} to ${to} and ${recorded.reads.length} items of the state; ${text}\n` +
        "It holds what is public on the ledger, and nothing else. 'replay --file' executes it again\n",
    );
  } catch (error) {
    throw error instanceof CaseError ? new ReplayError(error.code, error.message) : error;
  } finally {
    await reader.close();
  }
}
