import { type ApiRoute, createRouteTable, type RouteTable } from "@ledger/api-core";
import { pageHeaders } from "./page-headers.ts";

/** A route and the path parameters that a request named it with. */
export interface RouteMatch {
  /** Operation id. */
  readonly id: string;
  /** By name, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Headers that the server adds to the answers of the route. */
  readonly headers: Readonly<Record<string, string>> | undefined;
}

/** Finds the route of a request. */
export interface ApiRouter extends Pick<RouteTable, "methodsOf"> {
  /** @throws ApiError (400) for a path with broken percent-encoding */
  find(method: string, path: string): RouteMatch | undefined;
}

/** Mounts every route; GET routes answer HEAD too. */
export function createApiRouter(routes: readonly ApiRoute[]): ApiRouter {
  const table = createRouteTable(routes);
  return {
    find(method, path) {
      const found = table.find(method, path);
      if (found === undefined) return undefined;
      const { route, params } = found;
      return { id: route.id, params, headers: route.path === "/spec" ? pageHeaders : undefined };
    },
    methodsOf: table.methodsOf,
  };
}
