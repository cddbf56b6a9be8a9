import type { StoreLocation } from "./location.ts";
import { watchFile } from "./watch-file.ts";

/**
 * Watches whether a store is still where it was opened. A server tells by itself when it is gone.
 *
 * @param onLost - called once, with what happened
 * @returns ends the watch
 */
export function watchStore(location: StoreLocation, onLost: (fault: string) => void): () => void {
  if (location.kind !== "sqlite") return () => {};
  const { path } = location;
  return watchFile(path, (what) => onLost(`the database ${path} is ${what}: what is committed now is lost`));
}
