import { realpathSync } from "node:fs";
import type { StoreLocation } from "./location.ts";
import { watchFiles } from "./watch-files.ts";

/**
 * The files of a database besides the main one, by the suffixes of their paths. The log and its index are there for as long as any
 * connection is open; a process that opens the database without them, or without the lock, does not see what the others do.
 */
const companions = { "-wal": "write-ahead log", "-shm": "index of the write-ahead log" };

/** A writer holds a lock, too. */
const lock = { "-lock": "writer lock" };

/** Messages about a store that is not where it was, by the way that it is used. */
const losses = {
  write: "everything committed from now on will be lost",
  read: "what is served is not what is there now",
} as const;

/**
 * Watches whether a store is still where it was opened. A server tells by itself when it is gone.
 *
 * @param use - what is done with it here
 * @param onLost - called once, with what happened
 * @returns ends the watch
 */
export function watchStore(
  location: StoreLocation,
  use: keyof typeof losses,
  onLost: (fault: string) => void,
): () => void {
  if (location.kind !== "sqlite") return () => {};
  const { path } = location;
  // The companions stay with the file when its path is a link.
  const file = realpathSync(path);
  const names = new Map([[path, "database"]]);
  const others = use === "write" ? { ...companions, ...lock } : companions;
  for (const [suffix, name] of Object.entries(others)) names.set(file + suffix, name);
  return watchFiles([...names.keys()], ({ path: lost, what }) =>
    onLost(`the ${names.get(lost)} ${lost} is ${what}: ${losses[use]}`),
  );
}
