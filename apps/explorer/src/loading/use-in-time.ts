import { useRef, useState } from "preact/hooks";
import { useSettling } from "./settle.tsx";

/** Milliseconds after which a part of a view has been looked at. */
const glance = 300;

/** Something that would move what is shown, if it came late. */
export interface InTime<T> {
  /** It, when it came in time or is wanted. */
  readonly value: T | undefined;
  /** Shows what came late; `undefined` when there is nothing of that kind. */
  readonly show: (() => void) | undefined;
}

/**
 * Takes what came before its view was shown; what comes later waits until the reader wants it.
 *
 * @param isShown - false while what it would move is not on the screen: then it moves nothing, however late it comes
 */
export function useInTime<T>(value: T | undefined, isShown = true): InTime<T> {
  const { isSettled } = useSettling();
  const mounted = useRef(performance.now());
  const came = useRef(false);
  const [wanted, setWanted] = useState(false);
  const movesNothing = !isShown || !isSettled || performance.now() - mounted.current < glance;
  if (value !== undefined && movesNothing) came.current = true;
  if (came.current || wanted) return { value, show: undefined };
  return { value: undefined, show: value === undefined ? undefined : () => setWanted(true) };
}
