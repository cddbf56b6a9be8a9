import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of a check, in which what it starts keeps its temporary files too. */
export interface WorkFolder extends Disposable {
  readonly path: string;
  /** Makes a folder in it. @returns its path */
  place(name: string): string;
}

/** Makes a folder that is removed at the end of a check. @param keep - leaves it, and says where it is */
export function makeWorkFolder(name: string, keep: boolean): WorkFolder {
  const path = mkdtempSync(join(tmpdir(), `ledger-${name}-`));
  const place = (part: string): string => {
    mkdirSync(join(path, part), { recursive: true });
    return join(path, part);
  };
  process.env.TMPDIR = place("tmp");
  return {
    path,
    place,
    [Symbol.dispose]() {
      if (keep) process.stderr.write(`kept: ${path}\n`);
      else rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
