import { type BigIntStats, statSync } from "node:fs";

/** Milliseconds between two looks: a file system has no dependable way to tell. */
const intervalMs = 500;

/**
 * Watches whether a path still leads to the file that it leads to now. What is written to a file without a name is lost with
 * the process.
 *
 * @param onLost - called once, when the file is gone or another one has its place
 * @returns ends the watch
 */
export function watchFile(
  path: string,
  onLost: (what: "gone" | "replaced") => void,
  interval = intervalMs,
): () => void {
  const original = look(path);
  const timer = setInterval(() => {
    const found = look(path);
    if (found !== undefined && found.ino === original?.ino && found.dev === original.dev) return;
    clearInterval(timer);
    onLost(found === undefined ? "gone" : "replaced");
  }, interval);
  timer.unref();
  return () => clearInterval(timer);
}

function look(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    // A folder on the way that is none any more.
    return undefined;
  }
}
