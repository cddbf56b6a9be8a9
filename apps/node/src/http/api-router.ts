import Router from "@koa/router";
import { type ApiRoute, changesLedger, decodeSegment, mountPaths } from "@ledger/api-core";
import type { PageHeaders } from "./page-headers.ts";

/** A route and the path parameters that a request named it with. */
export interface RouteMatch {
  /** Operation id. */
  readonly id: string;
  /** By name, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** True if its requests may change the ledger. */
  readonly changesLedger: boolean;
  /** Makes headers that the server adds to the answers of the route, for the host that was asked. */
  readonly headers: PageHeaders | undefined;
}

type Layer = ReturnType<Router["match"]>["path"][number];

/** Finds the route of a request. */
export interface ApiRouter {
  /** @throws ApiError (400) for a path with broken percent-encoding */
  find(method: string, path: string): RouteMatch | undefined;
  /** The methods that a path has; none when there is no such path. */
  methodsOf(path: string): string[];
}

/** Mounts every route; GET routes answer HEAD too. */
export function createApiRouter(routes: readonly ApiRoute[], pageHeaders: PageHeaders): ApiRouter {
  // A router tries its patterns one after the other, so each number of segments has one of its own: a balance then takes a fifth less.
  const bySegments = new Map<number, Router>();
  const routerOf = (path: string) => bySegments.get(path.split("/").length);
  const mounted = new Map<Layer, Pick<RouteMatch, "id" | "changesLedger" | "headers">>();
  for (const route of routes) {
    const headers = route.path === "/spec" ? pageHeaders : undefined;
    const methods = route.method === "GET" ? ["HEAD", "GET"] : [route.method];
    for (const path of mountPaths(route)) {
      // The layer is what the router finds; the answer is made by the application, which reads the body first.
      const router = routerOf(path) ?? new Router({ strict: true, sensitive: true });
      bySegments.set(path.split("/").length, router);
      const layer = router.register(path.replace(/\{(\w+)\}/g, ":$1"), methods, () => {});
      mounted.set(layer as Layer, { id: route.id, changesLedger: changesLedger(route), headers });
    }
  }
  return {
    find(method, path) {
      const layer = routerOf(path)?.match(path, method).pathAndMethod[0];
      if (layer === undefined) return undefined;
      const captures = layer.captures(path);
      // The router leaves what does not decode as it is.
      for (const text of captures) decodeSegment(text);
      return { ...mounted.get(layer)!, params: layer.params(path, captures) };
    },
    methodsOf: (path) => [
      ...new Set(
        routerOf(path)
          ?.match(path, "")
          .path.flatMap(({ methods }) => methods),
      ),
    ],
  };
}
