import { randomInt } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import {
  CaseError,
  describeOutcome,
  LedgerReplay,
  type RangeGrowth,
  type ReplayedLedger,
  type ReplayReport,
} from "@ledger/executor/replay";
import { StoreError } from "@ledger/state-store";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { addCounts, noCounts, type ReplaySettings, type ReplayTally, type ReplayTask } from "./protocol.ts";

/** Versions of one range that are described, of each outcome; of others the outcome alone is said. */
const describedPerRange = 100;

/** Runs ranges of a ledger again, one after the other, with what it has learnt of the code. */
export function createRangeRunner(
  ledger: ReplayedLedger,
  { divergences, sample }: Pick<ReplaySettings, "divergences" | "sample">,
): (task: ReplayTask) => Promise<ReplayTally> {
  let growth: RangeGrowth | undefined;
  const replay = new LedgerReplay({
    ledger,
    vm: new MoveVm({ natives: frameworkNatives }),
    divergences,
    unknownState: reasonOfMissingState,
    // Who makes a ledger up must not know which versions are left out.
    selects: sample === undefined ? undefined : () => randomInt(sample) === 0,
    onGrowth(reported) {
      growth = reported;
    },
  });
  return async ({ from, to }) => {
    const counts = { ...noCounts };
    const findings: ReplayReport[] = [];
    // Where the ledger has ended none is reported.
    growth = undefined;
    for await (const { version, outcome, state } of replay.run(from, to)) {
      counts[outcome.kind] += 1;
      if (outcome.kind === "equal") continue;
      const isDescribed = counts[outcome.kind] <= describedPerRange;
      findings.push(
        isDescribed
          ? await describeOutcome(version, outcome, state)
          : { version: version.toString(), outcome: outcome.kind },
      );
    }
    return { counts, findings, growth };
  };
}

/** Versions of a range that this thread runs at a time. */
const versionsPerPart = 200n;

/**
 * Runs a range on this thread, in parts.
 *
 * @throws the reason of the signal, when it aborts between two parts
 */
export async function runHere(
  run: ReturnType<typeof createRangeRunner>,
  { from, to }: ReplayTask,
  signal: AbortSignal,
): Promise<ReplayTally> {
  let sum: ReplayTally = { counts: noCounts, findings: [] };
  for (let next = from; next <= to; next += versionsPerPart) {
    // A signal of the system is seen only when something else is waited for.
    await setImmediate();
    signal.throwIfAborted();
    const end = next + versionsPerPart - 1n;
    const { counts, findings } = await run({ from: next, to: end < to ? end : to });
    sum = { counts: addCounts(sum.counts, counts), findings: [...sum.findings, ...findings] };
  }
  return sum;
}

/** The reason, where a ledger says that it does not have a piece of state: one that was never known, or has been pruned. */
function reasonOfMissingState(error: unknown): string | undefined {
  if (error instanceof CaseError && error.code === "not_in_case") return error.message;
  if (!(error instanceof StoreError)) return undefined;
  switch (error.code) {
    case "state_unknown":
    case "state_unavailable":
    case "version_pruned":
      return error.message;
    default:
      return undefined;
  }
}
