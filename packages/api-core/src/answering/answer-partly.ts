import type { ApiRequest, ApiResponse } from "../contract/api.ts";
import { stateOriginHeader } from "../contract/ledger-headers.ts";
import { createCompletingReader } from "../contract/partial-state.ts";
import type { Route } from "../contract/route.ts";
import type { Snapshot } from "../contract/snapshots.ts";
import { answer } from "./answer.ts";
import { refuse } from "./refuse.ts";
import type { Services } from "./services.ts";

/**
 * Answers from a ledger of which only some of the state is known, and names the upstreams that reported the rest.
 *
 * @throws TooLargeHere as {@link answer}
 */
export async function answerPartly(
  services: Services,
  route: Route,
  request: ApiRequest,
  snapshot: Snapshot,
): Promise<ApiResponse> {
  const { config, options } = services;
  const partial = createCompletingReader(options.store, options.completeState);
  let response: ApiResponse;
  try {
    response = await answer(services, route, request, snapshot, partial);
  } catch (error) {
    response = refuse(services, error, snapshot);
  }
  if (partial.origins.size === 0) return response;
  const origins = [...partial.origins].sort().join(", ");
  const added = Object.fromEntries(config.headerPrefixes.map((prefix) => [prefix + stateOriginHeader, origins]));
  return { ...response, headers: { ...response.headers, ...added } };
}
