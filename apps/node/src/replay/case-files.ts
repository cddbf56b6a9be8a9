import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { CaseError, decodeCase, encodeCase, maxCaseBytes, type ReplayCase } from "@ledger/executor/replay";
import { ReplayError } from "./replay-error.ts";

/**
 * Reads a case from a file, which may be anybody's.
 *
 * @throws ReplayError with the code of a `CaseError`
 */
export function readCaseFile(file: string): ReplayCase {
  return refusing(file, () => {
    if (statSync(file).size > maxCaseBytes) {
      throw new CaseError("case_too_large", `a case has at most ${maxCaseBytes} bytes`);
    }
    return decodeCase(readFileSync(file));
  });
}

/**
 * Writes a case to a file in one step.
 *
 * @returns the bytes of it
 * @throws ReplayError with the code of a `CaseError`
 */
export function writeCaseFile(file: string, value: ReplayCase): number {
  const bytes = refusing(file, () => encodeCase(value));
  const draft = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, bytes);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return bytes.length;
}

/** Does something with the case of a file; its refusals name the file. */
function refusing<T>(file: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw error instanceof CaseError ? new ReplayError(error.code, `${file}: ${error.message}`) : error;
  }
}
