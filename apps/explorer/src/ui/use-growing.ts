import { useRef } from "preact/hooks";
import { type Loaded, useLoad } from "../loading/use-load.ts";

/** Milliseconds between two looks, and things that are kept. */
const refresh = 5_000;
const most = 100;

/**
 * Loads a list again and again, while the page is visible. What is listed keeps its place, so that nothing moves under the pointer; what
 * was not there before comes last.
 *
 * @param key - of the list, see {@link useLoad} @param keyOf - tells the things in it apart
 */
export function useGrowing<T>(
  load: (signal: AbortSignal) => Promise<readonly T[]>,
  key: string,
  keyOf: (one: T) => string,
): Loaded<readonly T[]> {
  const { value, failure, busy } = useLoad(load, key, refresh);
  const kept = useRef(new Map<string, T>());
  for (const one of value ?? []) kept.current.set(keyOf(one), one);
  for (const oldest of [...kept.current.keys()].slice(0, -most)) kept.current.delete(oldest);
  return { value: value && [...kept.current.values()], failure, busy };
}
