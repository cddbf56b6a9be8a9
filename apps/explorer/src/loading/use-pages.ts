import type { Answer } from "@ledger/api-core/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { type ApiFailure, toFailure } from "../api/failure.ts";
import { recall, remember } from "../routing/history-entry.ts";
import { useSettling } from "./settle.tsx";

/** A list that is read page by page. */
export interface Pages<T> {
  readonly items: readonly T[];
  readonly failure: ApiFailure | undefined;
  readonly busy: boolean;
  /** True when the API named a further page. */
  readonly more: boolean;
  /** Reads the next page. */
  readonly readMore: () => void;
}

type ReadPage<T> = (start: string | undefined, signal: AbortSignal) => Promise<Answer<readonly T[]>>;

interface State<T> {
  readonly items: readonly T[];
  readonly failure: ApiFailure | undefined;
  readonly busy: boolean;
  readonly cursor: string | undefined;
}

/**
 * Reads a list by the API's cursors, from its start again whenever `key` changes.
 *
 * @param eager - pages to read without being asked; a list that is drawn as a whole wants more than the first one
 */
export function usePages<T>(read: ReadPage<T>, key: string, eager = 1): Pages<T> {
  const [state, setState] = useState<State<T>>({
    items: [],
    failure: undefined,
    busy: true,
    cursor: undefined,
  });
  const stop = useRef<AbortController>(undefined);
  const { begin } = useSettling();

  const readFrom = async (start: string | undefined, pages: number, signal: AbortSignal): Promise<void> => {
    let cursor = start;
    let first = start === undefined;
    try {
      for (let page = 0; page < pages; page++) {
        const answer = await read(cursor, signal);
        if (signal.aborted) return;
        const fresh = first;
        first = false;
        cursor = answer.cursor;
        setState((last) => ({
          items: fresh ? answer.value : [...last.items, ...answer.value],
          failure: undefined,
          busy: cursor !== undefined && page + 1 < pages,
          cursor,
        }));
        if (cursor === undefined) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      setState((last) => ({ ...last, items: first ? [] : last.items, failure: toFailure(error), busy: false }));
    }
  };

  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    setState((last) => ({ ...last, busy: true, cursor: undefined }));
    const done = begin();
    void readFrom(undefined, recall<number>(`pages of ${key}`) ?? eager, controller.signal).then(done);
    return () => {
      done();
      controller.abort();
    };
  }, [key]);

  return {
    items: state.items,
    failure: state.failure,
    busy: state.busy,
    more: state.cursor !== undefined,
    readMore: () => {
      const controller = stop.current;
      if (state.cursor === undefined || state.busy || controller === undefined) return;
      setState((last) => ({ ...last, busy: true }));
      // Who comes back finds as many of them.
      remember(`pages of ${key}`, (recall<number>(`pages of ${key}`) ?? eager) + 1);
      void readFrom(state.cursor, 1, controller.signal);
    },
  };
}
