import type { ApiOptions } from "../contract/api.ts";
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
