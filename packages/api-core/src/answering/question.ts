import type { LedgerSummary } from "@ledger/state-store";
import { mapKey } from "@ledger/types";
import type { ApiRequest, QueryParameters } from "../contract/api.ts";
import { negotiateFormat } from "../contract/media-type.ts";
import { largeValue, type WorkPlace } from "../contract/work.ts";
import type { DocumentRoute } from "../endpoint/document-route.ts";
import type { Route } from "../endpoint/route.ts";
import type { Services } from "./services.ts";

/** How much work an answer is, and so where it is made, before the request is read. */
export function classOf(
  { options: { pool }, whoAnswers }: Services,
  route: Route | DocumentRoute,
  bodyLength: number,
  query?: QueryParameters,
): WorkPlace {
  if (route.kind === "document") return "bulk";
  const place = whoAnswers(route);
  if (place === "upstream") return "forwarded";
  // Such a request is refused.
  if (place === "nowhere") return "point";
  const { work = "point", workWithPool = work, listWhen } = route;
  if (listWhen !== undefined && query?.getAll(listWhen)[0] === "true") return "list";
  const usual = pool === undefined ? work : workWithPool;
  return bodyLength > largeValue && usual !== "compute" ? "bulk" : usual;
}

/** Longest body that is compared with others. */
const longestKept = 4 * 1024;
const noBytes = new Uint8Array();

/**
 * Equal for requests that have the same answer, by their texts: what is asked, and the state of the ledger.
 *
 * @returns `undefined` where an answer depends on more than these
 */
export function questionKey(
  route: Route | DocumentRoute,
  request: ApiRequest,
  ledger: LedgerSummary | undefined,
): string | undefined {
  const state =
    ledger && [ledger.version, ledger.oldestVersion, ledger.oldestLedgerVersion, ledger.incarnation].map(String);
  const { ifNoneMatch, params, query, accept, contentType, body } = request;
  if (route.kind === "document") return JSON.stringify([route.id, state, ifNoneMatch]);
  const isShared = route.cache === "state" || (route.sharedByBody === true && (body?.length ?? 0) <= longestKept);
  if (!isShared) return undefined;
  const asked = Object.keys(route.query).map((name) => query.getAll(name));
  const sent = route.sharedByBody === true ? [contentType, mapKey(body ?? noBytes)] : [];
  return JSON.stringify([route.id, state, negotiateFormat(accept), ifNoneMatch, params, asked, ...sent]);
}
