import type { ApiRequest, ApiResponse } from "../contract/api.ts";
import { ledgerUnavailable } from "../contract/failure.ts";
import { answeredByHeader, gasUsedHeader } from "../contract/ledger-headers.ts";
import { negotiateFormat } from "../contract/media-type.ts";
import type { Route } from "../endpoint/route.ts";
import { documentedStatuses } from "../openapi/operation-errors.ts";
import { noStore, vary } from "./caching.ts";
import { relay } from "./relay.ts";
import { parseRequest } from "./request.ts";
import type { Services } from "./services.ts";
import type { Snapshot } from "./snapshots.ts";
import { checkOutput, notAvailable } from "./switches.ts";

/** Has the node upstream answer, and names it. The body of the request is relayed unread. @throws ApiError */
export async function answerForwarded(
  { config, options: { forward }, headersOf }: Services,
  route: Route,
  request: ApiRequest,
  snapshot: Snapshot,
): Promise<ApiResponse> {
  const format = negotiateFormat(request.accept);
  parseRequest({ params: route.params, query: route.query }, request);
  if (forward === undefined) throw notAvailable(route);
  checkOutput(route, config, format);
  if (snapshot.ledger === undefined) throw ledgerUnavailable(snapshot.cause);
  const { ledger } = snapshot;
  const bounds = { statuses: documentedStatuses(route), chainId: ledger.chainId };
  const { status, contentType, gasUsed, body, node } = await relay(forward, route, request, bounds);
  const headers: Record<string, string> = {
    ...headersOf(ledger),
    Vary: vary,
    "Cache-Control": noStore,
    "Content-Type": contentType,
  };
  for (const prefix of config.headerPrefixes) {
    headers[prefix + answeredByHeader] = node;
    if (gasUsed !== undefined) headers[prefix + gasUsedHeader] = gasUsed;
  }
  return { status, headers, body, answeredBy: node };
}
