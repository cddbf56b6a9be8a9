import { useEffect, useState } from "preact/hooks";
import { type ApiFailure, toFailure } from "../api/failure.ts";
import { useSettling } from "./settle.tsx";

/** State of something that a view loads. While it loads again the last value stays, so that nothing flickers. */
export interface Loaded<T> {
  readonly value: T | undefined;
  readonly failure: ApiFailure | undefined;
  readonly busy: boolean;
}

/**
 * Loads something when `key` changes, and again every `interval` milliseconds when one is given, unless the page is hidden.
 *
 * @param key - names all that `load` depends on; `undefined` loads nothing
 */
export function useLoad<T>(
  load: (signal: AbortSignal) => Promise<T>,
  key: string | undefined,
  interval?: number,
): Loaded<T> {
  const [state, setState] = useState<Loaded<T>>({ value: undefined, failure: undefined, busy: key !== undefined });
  const { begin } = useSettling();
  useEffect(() => {
    if (key === undefined) {
      setState({ value: undefined, failure: undefined, busy: false });
      return;
    }
    const stop = new AbortController();
    const done = begin();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async (): Promise<void> => {
      try {
        if (!document.hidden || interval === undefined) {
          const value = await load(stop.signal);
          if (!stop.signal.aborted) setState({ value, failure: undefined, busy: false });
        }
      } catch (error) {
        if (stop.signal.aborted) return;
        // A value that belongs to another key must not be shown with the failure of this one.
        const keep = interval !== undefined;
        setState((last) => ({ value: keep ? last.value : undefined, failure: toFailure(error), busy: false }));
      }
      done();
      if (interval !== undefined && !stop.signal.aborted) timer = setTimeout(run, interval);
    };
    setState((last) => (last.busy ? last : { ...last, busy: true }));
    void run();
    return () => {
      done();
      stop.abort();
      clearTimeout(timer);
    };
  }, [key, interval]);
  return state;
}
