import { useEffect, useState } from "preact/hooks";
import { ApiFailure } from "../api/client.ts";

/** What a view has of something it loads. A reload keeps the last value, so that a live view does not flicker. */
export interface Loaded<T> {
  readonly value: T | undefined;
  readonly failure: ApiFailure | undefined;
}

/**
 * Loads something when `key` changes, and again every `interval` milliseconds when one is given.
 */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, key: string, interval?: number): Loaded<T> {
  const [state, setState] = useState<Loaded<T>>({ value: undefined, failure: undefined });
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async (): Promise<void> => {
      try {
        setState({ value: await load(stop.signal), failure: undefined });
      } catch (error) {
        if (stop.signal.aborted) return;
        const failure = error instanceof ApiFailure ? error : new ApiFailure(0, "unexpected", String(error));
        setState((last) => ({ value: last.value, failure }));
      }
      if (interval !== undefined && !stop.signal.aborted) timer = setTimeout(run, interval);
    };
    void run();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [key, interval]);
  return state;
}
