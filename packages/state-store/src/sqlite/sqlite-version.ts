import { StoreError } from "../store-error.ts";

/**
 * First release of the main line without the WAL-reset bug, and the patched releases of older lines.
 *
 * @see https://sqlite.org/wal.html#walresetbug (section 11, "The WAL-Reset Bug": 3.7.0 to 3.51.2, fixed in 3.51.3, patched
 * in 3.44.6 and 3.50.7; the lines between stay affected)
 */
const fixedSince = [3, 51, 3] as const;
const fixedLines: readonly (readonly [number, number, number])[] = [
  [3, 50, 7],
  [3, 44, 6],
];

/**
 * Refuses an SQLite build that can corrupt a database in WAL mode when a checkpoint and a commit of another connection
 * meet (the WAL-reset bug, SQLite 3.7.0 to 3.51.2).
 *
 * @throws StoreError `sqlite_unsupported`
 */
export function checkSqliteVersion(version: string): void {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  const own = [major, minor, patch] as const;
  if (compareVersions(own, fixedSince) >= 0) return;
  if (fixedLines.some((fixed) => fixed[1] === minor && major === 3 && patch >= fixed[2])) return;
  throw new StoreError(
    "sqlite_unsupported",
    `SQLite ${version} can corrupt a store (WAL-reset bug); 3.51.3 or later is needed`,
  );
}

function compareVersions(a: readonly [number, number, number], b: readonly [number, number, number]): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
