import { type BigIntStats, statSync } from "node:fs";

/** Milliseconds between two looks: a file system has no dependable way to tell. */
const intervalMs = 500;

/** Changes of a file that is watched. */
export interface FileLoss {
  readonly path: string;
  readonly what: "gone" | "replaced";
}

/**
 * Watches whether paths still lead to the files that they lead to now. What is written to a file without a name is lost with
 * the process. A path that leads nowhere yet is watched from when there is a file.
 *
 * @param onLost - called once, when one of the files is gone or another one has its place
 * @returns ends the watch
 */
export function watchFiles(
  paths: readonly string[],
  onLost: (loss: FileLoss) => void,
  interval = intervalMs,
): () => void {
  const known = new Map<string, BigIntStats>();
  const findLoss = (): FileLoss | undefined => {
    for (const path of paths) {
      const found = look(path);
      const before = known.get(path);
      if (before === undefined) {
        if (found !== undefined) known.set(path, found);
      } else if (found === undefined) return { path, what: "gone" };
      else if (found.ino !== before.ino || found.dev !== before.dev) return { path, what: "replaced" };
    }
    return undefined;
  };
  findLoss();
  const timer = setInterval(() => {
    const loss = findLoss();
    if (loss === undefined) return;
    clearInterval(timer);
    onLost(loss);
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
