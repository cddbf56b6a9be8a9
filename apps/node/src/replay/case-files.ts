import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { CaseError, decodeCase, maxCaseBytes, type ReplayCase } from "@ledger/executor/replay";
import { ReplayError } from "./replay-error.ts";

/**
 * Reads a case from a file, which may be anybody's.
 *
 * @throws ReplayError with the code of a `CaseError`; `malformed_case` for what is no file: a pipe need not end
 */
export function readCaseFile(file: string): ReplayCase {
  return refusing(file, () => {
    const facts = statSync(file);
    if (!facts.isFile()) throw new CaseError("malformed_case", "a case is read from a file, and this is none");
    if (facts.size > maxCaseBytes) {
      throw new CaseError("case_too_large", `a case has at most ${maxCaseBytes} bytes`);
    }
    return decodeCase(readFileSync(file));
  });
}

/** A file that a case will be in. Nothing is there under its name before all of the case is. */
export interface CaseDraft {
  /**
   * Gives the file its bytes and its name. A file that has come there meanwhile stays.
   *
   * @throws ReplayError `file_exists`
   */
  finish(bytes: Uint8Array): void;
  /** Deletes what is not finished. */
  [Symbol.dispose](): void;
}

/**
 * Opens a file for a case next to its place, before anything is executed for it.
 *
 * @param file - must not exist
 * @throws ReplayError `file_exists`, and what the system says of a folder that cannot be written to
 */
export function draftCaseFile(file: string): CaseDraft {
  if (existsSync(file)) throw fileExists(file);
  const draft = `${file}.${process.pid}.tmp`;
  const handle = openSync(draft, "wx");
  return {
    finish(bytes) {
      writeFileSync(handle, bytes);
      fsyncSync(handle);
      nameFile(draft, file);
    },
    [Symbol.dispose]() {
      closeSync(handle);
      rmSync(draft, { force: true });
    },
  };
}

/** File systems without hard links. */
const withoutLinks: readonly (string | undefined)[] = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

/** Gives a file a name that none has: a rename would replace what has it. */
function nameFile(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") throw fileExists(file);
    if (!withoutLinks.includes(code)) throw error;
    copyExclusively(draft, file);
  }
}

function copyExclusively(draft: string, file: string): void {
  try {
    copyFileSync(draft, file, constants.COPYFILE_EXCL);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "EEXIST" ? fileExists(file) : error;
  }
}

function fileExists(file: string): ReplayError {
  return new ReplayError("file_exists", `${file} exists; name another file`);
}

/** Does something with the case of a file; its refusals name the file. */
function refusing<T>(file: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw error instanceof CaseError ? new ReplayError(error.code, `${file}: ${error.message}`) : error;
  }
}
