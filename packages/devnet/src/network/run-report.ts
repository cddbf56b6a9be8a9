import type { CodeReport } from "./code-report.ts";

/** A test run may load this package twice, once for its set-up file and once for its tests. */
const place: unique symbol = Symbol.for("@ledger/devnet/run-report");
const shared = globalThis as { [place]?: CodeReport | undefined };

/** The report of networks that are started without one; `undefined` where a run keeps none. */
export function runReport(): CodeReport | undefined {
  return shared[place];
}

/** Sets what {@link runReport} gives in this process. */
export function setRunReport(report: CodeReport | undefined): void {
  shared[place] = report;
}
