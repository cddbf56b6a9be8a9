import type { Awaitable, HashValue } from "@ledger/types";
import type { ApiRequest, ApiResponse } from "../contract/api.ts";
import type { DocumentRoute } from "../endpoint/document-route.ts";
import type { Route } from "../endpoint/route.ts";
import { refuse } from "./refuse.ts";
import { parseRequest } from "./request.ts";
import type { Services } from "./services.ts";
import type { Snapshot } from "./snapshots.ts";

/**
 * Calls back with the ledger as a request is to see it: with the version that it names, or after the wait for its pending transaction.
 *
 * @returns what was made, or the refusal for what was thrown
 * @throws TooLargeHere
 */
export async function withLedger<T>(
  services: Services,
  route: Route | DocumentRoute,
  request: ApiRequest,
  use: (snapshot: Snapshot) => Awaitable<T>,
): Promise<T | ApiResponse> {
  const { snapshots } = services;
  const needsStore = route.kind === "ledger" && route.id !== "healthy";
  let snapshot = await (needsStore ? snapshots.take() : snapshots.takeSoon());
  try {
    const pinned = pinnedVersion(request);
    const latest = snapshot.ledger?.version;
    if (pinned !== undefined && latest !== undefined && pinned > latest) {
      const ledger = await services.options.awaitVersion?.(pinned);
      if (ledger !== undefined) snapshot = { ledger };
    }
    if (route.kind === "ledger" && route.awaits !== undefined && snapshot.ledger !== undefined) {
      snapshot = await awaitTransaction(services, route, route.awaits, request, snapshot);
    }
    return await use(snapshot);
  } catch (error) {
    return refuse(services, error, snapshot);
  }
}

/** A pending transaction may be executed while the request waits for it: then the picture is a later one. */
async function awaitTransaction(
  { waits, snapshots }: Services,
  route: Route,
  name: string,
  request: ApiRequest,
  snapshot: Snapshot,
): Promise<Snapshot> {
  if (waits === undefined) return snapshot;
  const { params } = parseRequest({ params: route.params, query: {} }, request);
  await waits.await(params[name] as HashValue, request.signal);
  return snapshots.takeFresh();
}

/**
 * The version that a request asks for by number, if it does and if that is one; what is wrong with it is said when the request is
 * parsed.
 */
function pinnedVersion({ query, params }: ApiRequest): bigint | undefined {
  const text = query.getAll("ledger_version")[0] ?? params.txn_version ?? params.version;
  return text !== undefined && /^[0-9]{1,20}$/.test(text) ? BigInt(text) : undefined;
}
