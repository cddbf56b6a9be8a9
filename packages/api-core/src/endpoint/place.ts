import type { ApiOptions, ApiRequest } from "../contract/api.ts";
import { largeValue, type WorkPlace } from "../contract/work.ts";
import type { DocumentRoute } from "./document-route.ts";
import type { Route } from "./route.ts";

/** The place that answers an operation: this node, the node upstream, or, for want of a pool of transactions, neither. */
export type Place = "here" | "upstream" | "nowhere";

/** Finds the place that answers an operation. */
export type PlaceOf = (route: Pick<Route, "relayed">) => Place;

/** Finds the place that answers an operation on a node that has, or has not, a pool of transactions and a node upstream. */
export function placeOf(
  { pool, forward }: Pick<ApiOptions, "pool" | "forward">,
  { relayed }: Pick<Route, "relayed">,
): Place {
  if (relayed !== "without_pool" || pool !== undefined) return "here";
  return forward !== undefined ? "upstream" : "nowhere";
}

/** How much work an answer is, and so where it is made, before the request is read. */
export function classOf(
  options: Pick<ApiOptions, "pool" | "forward">,
  route: Route | DocumentRoute,
  { body, query }: Pick<ApiRequest, "body" | "query">,
): WorkPlace {
  if (route.kind === "document") return "bulk";
  const place = placeOf(options, route);
  if (place === "upstream") return "forwarded";
  // Such a request is refused.
  if (place === "nowhere") return "point";
  const { work = "point", workWithPool = work, listWhen } = route;
  if (listWhen !== undefined && query.getAll(listWhen)[0] === "true") return "list";
  const usual = options.pool === undefined ? work : workWithPool;
  return (body?.length ?? 0) > largeValue && usual !== "compute" ? "bulk" : usual;
}
