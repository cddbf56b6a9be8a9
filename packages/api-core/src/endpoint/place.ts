import type { ApiOptions } from "../contract/api.ts";
import type { Route } from "./route.ts";

/** Where an operation is answered: on this node, by the node upstream, or, for want of a pool of transactions, neither. */
export type Place = "here" | "upstream" | "nowhere";

/** Says where an operation is answered. */
export type PlaceOf = (route: Pick<Route, "relayed">) => Place;

/** Where an operation is answered by a node that has, or has not, a pool of transactions and a node upstream. */
export function placeOf(
  { pool, forward }: Pick<ApiOptions, "pool" | "forward">,
  { relayed }: Pick<Route, "relayed">,
): Place {
  if (relayed !== "without_pool" || pool !== undefined) return "here";
  return forward !== undefined ? "upstream" : "nowhere";
}
