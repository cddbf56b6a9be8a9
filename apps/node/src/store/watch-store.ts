import { realpathSync } from "node:fs";
import type { StoreLocation } from "./location.ts";
import { watchFiles } from "./watch-files.ts";

/**
 * What belongs to a database besides its file, by what is added to its path. The log and its index are there for as long as any
 * connection is open; whoever opens the database without them, or without the lock, would not see what the others do.
 */
const companions = { "-wal": "write-ahead log", "-shm": "index of the write-ahead log", "-lock": "writer lock" };

/**
 * Watches whether a store is still where it was opened. A server tells by itself when it is gone.
 *
 * @param onLost - called once, with what happened
 * @returns ends the watch
 */
export function watchStore(location: StoreLocation, onLost: (fault: string) => void): () => void {
  if (location.kind !== "sqlite") return () => {};
  const { path } = location;
  // The companions stay with the file when its path is a link.
  const file = realpathSync(path);
  const names = new Map([[path, "database"]]);
  for (const [suffix, name] of Object.entries(companions)) names.set(file + suffix, name);
  return watchFiles([...names.keys()], ({ path: lost, what }) =>
    onLost(`the ${names.get(lost)} ${lost} is ${what}: what is committed now is lost`),
  );
}
