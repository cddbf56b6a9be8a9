import type { HashValue } from "@ledger/types";
import type { ExecutionFinding, ExecutionSummary, ListedFinding } from "./execution-port.ts";

/** The one row of totals, with what follows from the findings: each version that was not executed has one. */
export interface TotalsRow {
  readonly equal: number;
  readonly different: number;
  readonly state_unknown: number;
  readonly not_reproducible: number;
  readonly not_executed: number;
  readonly last_version: number | null;
  readonly last_root: Uint8Array | null;
  readonly first_different: number | null;
}

/** The columns of the totals that are read of the findings. @param findings - their table */
export function columnsOfFindings(findings: string): string {
  return `(select min(version) from ${findings} where outcome = 'different') as first_different,
         (select count(*) from ${findings} where outcome = 'not_executed') as not_executed`;
}

/** A row of the ranges. */
export interface RangeRow {
  readonly first: number;
  readonly last: number;
  readonly sample: number;
}

/** A row of the findings. */
export interface FindingRow {
  readonly version: number;
  readonly outcome: ExecutionFinding["outcome"];
  readonly report: string;
}

/** The columns that a list reads of a finding. The report of a difference may be large, and is left out. */
export const listedColumns = "version, case when outcome <> 'different' then report end as report";

/** A row of a list of findings. */
export interface ListedRow {
  readonly version: number;
  readonly report: string | null;
}

/** @param ranges - ascending */
export function toSummary(totals: TotalsRow, ranges: readonly RangeRow[]): ExecutionSummary {
  const { last_version: version, last_root: root, first_different: different } = totals;
  return {
    counts: {
      equal: totals.equal,
      different: totals.different,
      stateUnknown: totals.state_unknown,
      notReproducible: totals.not_reproducible,
      notExecuted: totals.not_executed,
    },
    ranges: ranges.map(({ first, last, sample }) => ({ from: BigInt(first), to: BigInt(last), sample })),
    last:
      version === null || root === null
        ? undefined
        : { version: BigInt(version), accumulatorRoot: new Uint8Array(root) as HashValue },
    firstDifferent: different === null ? undefined : BigInt(different),
  };
}

export function toFinding({ version, outcome, report }: FindingRow): ExecutionFinding {
  return { version: BigInt(version), outcome, report };
}

export function toListed({ version, report }: ListedRow): ListedFinding {
  const { reason } = JSON.parse(report ?? "{}") as { readonly reason?: string };
  return { version: BigInt(version), reason };
}
