import { afterAll, inject } from "vitest";
import { CodeReport } from "../network/code-report.ts";
import { setRunReport } from "../network/run-report.ts";
import { writeReportPart } from "../node/report-parts.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder of the parts of a report, where the run has a reporter of {@link CodeReport}. */
    readonly ledgerReportParts?: string;
  }
}

// Runs once for each test file: its networks write a report of their own.
const folder = inject("ledgerReportParts");
if (folder !== undefined) {
  const report = new CodeReport();
  setRunReport(report);
  // Hooks run also when tests fail, and those of set-up files after those of the tests.
  afterAll(async () => {
    setRunReport(undefined);
    await writeReportPart(report, folder);
  });
}
