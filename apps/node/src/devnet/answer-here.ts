import { type Api, overloaded } from "@ledger/api-core";
import { encodeResponse } from "../work/content-encoding.ts";
import type { LargeAnswerer } from "../work/work-thread.ts";

/**
 * Makes large answers in this thread, where the ledger is: a network in memory has no other. How many are made at a time is bounded as
 * everywhere, and the gas of a view bounds how long one may take.
 */
export function answerHere(api: Api): LargeAnswerer {
  return {
    async answer({ route, query, encoding, work: _, ...rest }, { signal, deadline }) {
      const late = AbortSignal.timeout(deadline);
      const made = await api.handle(route, {
        ...rest,
        query: new URLSearchParams(query),
        signal: AbortSignal.any([signal, late]),
      });
      if (late.aborted) throw overloaded();
      return encodeResponse(made, encoding);
    },
    close: () => Promise.resolve(),
  };
}
