import { decodeStateKey, type StateView, whenReady } from "@ledger/types";
import type { Tracer } from "../run/tracer.ts";

/** A state whose reads a tracer sees, once they are answered. */
export function tracedState(state: StateView, tracer: Tracer | undefined): StateView {
  if (tracer?.read === undefined) return state;
  return {
    get: (key) =>
      whenReady(state.get(key), (found) => {
        tracer.read!(decodeStateKey(key), found?.bytes.length);
        return found;
      }),
  };
}
