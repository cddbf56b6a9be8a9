import { rm } from "node:fs/promises";
import { extname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Reporter, Vitest } from "vitest/node";
import { mergeReportParts } from "../node/report-parts.ts";
import { writeCodeReport } from "../node/write-report.ts";

/** Options of a {@link CodeReporter}. */
export interface CodeReporterOptions {
  /** The folder of the report, from the root of the tests on; `coverage/move` when absent. */
  readonly folder?: string | undefined;
}

/** Built or not, it is next to this file. */
const setupFile = fileURLToPath(new URL(`./setup${extname(import.meta.url)}`, import.meta.url));

/**
 * A reporter of vitest: writes what Move code ran in all networks of a test run, and the gas of every call, also when tests fail. It
 * has every worker keep a report for the networks that are started without one, and merges them when the run is over.
 *
 * @example
 * ```ts
 * // vitest.config.ts
 * export default { test: { reporters: ["default", "@ledger/devnet/vitest"] } };
 * ```
 */
export class CodeReporter implements Reporter {
  readonly #options: CodeReporterOptions;
  #vitest: Vitest | undefined;

  constructor(options: CodeReporterOptions = {}) {
    this.#options = options;
  }

  /** Has the tests begin with the set-up that keeps a report. */
  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    vitest.provide("ledgerReportParts", this.#parts);
    for (const { config } of vitest.projects)
      if (!config.setupFiles.includes(setupFile)) config.setupFiles.push(setupFile);
  }

  /** Removes what a run that was ended has left. */
  async onTestRunStart(): Promise<void> {
    await rm(this.#parts, { recursive: true, force: true });
  }

  /** Merges what the workers have written. */
  async onTestRunEnd(): Promise<void> {
    const report = await mergeReportParts(this.#parts);
    await rm(this.#parts, { recursive: true, force: true });
    await writeCodeReport(report, this.#folder);
    this.#vitest?.logger.log(`Move code report in ${relative(process.cwd(), this.#folder)}`);
  }

  get #folder(): string {
    return resolve(this.#vitest?.config.root ?? ".", this.#options.folder ?? "coverage/move");
  }

  get #parts(): string {
    return join(this.#folder, "parts");
  }
}
