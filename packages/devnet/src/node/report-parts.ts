import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CodeReport } from "../network/code-report.ts";

/** How the names of finished parts end. */
const ending = ".part";

/**
 * Writes what one process has counted, to be merged with what others have: every test worker writes a part, and the process that waits for all of
 * them merges.
 *
 * @param folder - made where it is not there
 */
export async function writeReportPart(report: CodeReport, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  // A worker may be killed while it writes: half a part must not look like one.
  await writeFile(`${path}.tmp`, report.save());
  await rename(`${path}.tmp`, path + ending);
}

/**
 * Merges the parts in a folder into one report.
 *
 * @returns an empty one where the folder is not there
 * @throws BcsError, MoveError, RangeError for a part that {@link writeReportPart} of this release did not write
 */
export async function mergeReportParts(folder: string): Promise<CodeReport> {
  const report = new CodeReport();
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const name of names) if (name.endsWith(ending)) report.add(await readFile(join(folder, name)));
  return report;
}
