import type { LedgerSummary } from "@ledger/state-store";
import { firstExecutable } from "./execution-follower.ts";
import { ReplayError } from "./replay-error.ts";

/**
 * Versions whose state before them can be read.
 *
 * @param versions - those that are asked for: all when absent
 * @throws ReplayError `version_not_kept`
 */
export function chooseVersions(
  versions: readonly [from: bigint, to: bigint] | undefined,
  summary: LedgerSummary,
): readonly [from: bigint, to: bigint] {
  const first = firstExecutable(summary);
  const [from, to] = versions ?? [first, summary.version];
  if (from < first || to > summary.version) {
    throw new ReplayError(
      "version_not_kept",
      `versions ${first} to ${summary.version} can be executed again, not ${from} to ${to}`,
    );
  }
  return [from, to];
}
