import { mkdirSync, rmdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Makes a folder, with those around it. @returns the outermost one that had to be made */
export function makeFolders(path: string): string | undefined {
  return mkdirSync(path, { recursive: true });
}

/** Removes the folders that were made for a ledger that never began, from `inner` up to `outer`; one that holds something stays. */
export function removeMadeFolders(outer: string | undefined, inner: string): void {
  if (outer === undefined) return;
  const last = resolve(outer);
  try {
    for (let path = resolve(inner); path.startsWith(last); path = dirname(path)) rmdirSync(path);
  } catch {
    // With those around it.
  }
}
