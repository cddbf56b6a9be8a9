import { randomInt } from "node:crypto";
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
import { noCounts, type ReplayTally, type ReplayTask, type ReplayThreadData } from "./protocol.ts";

/** Versions of one range that are described, of each outcome; of others the outcome alone is said. */
const describedPerRange = 100;

/** How ranges are run. */
export interface RangeOptions extends Pick<ReplayThreadData, "divergences" | "sample" | "bounds" | "ended"> {
  /** Called before a version is executed. */
  readonly onVersion: (version: bigint) => void;
}

/** Runs ranges of a ledger again, one after the other, with what it has learnt of the code. */
export function createRangeRunner(
  ledger: ReplayedLedger,
  { divergences, sample, bounds, ended, onVersion }: RangeOptions,
): (task: ReplayTask) => Promise<ReplayTally> {
  let growth: RangeGrowth | undefined;
  const replay = new LedgerReplay({
    ledger,
    vm: new MoveVm({ natives: frameworkNatives }),
    divergences,
    bounds,
    ended,
    onVersion,
    unknownState: reasonOfMissingState,
    // Who makes a ledger up must not know which versions are left out.
    selects: sample === undefined ? undefined : (version) => ended.has(version) || randomInt(sample) === 0,
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
