import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CodeReport } from "../network/code-report.ts";

/**
 * Writes a report: `lcov.info` and `gas-by-line.txt` of the packages whose source maps are known, `coverage.txt` and `gas.txt`. In an
 * `afterAll` it is written also when tests fail.
 *
 * @param folder - made where it is not there
 */
export async function writeCodeReport(report: CodeReport, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "lcov.info"), report.coverage.lcov());
  await writeFile(join(folder, "coverage.txt"), `${report.coverageText()}\n`);
  await writeFile(join(folder, "gas.txt"), `${report.gas.text()}\n`);
  await writeFile(join(folder, "gas-by-line.txt"), `${report.gasByLineText()}\n`);
}
