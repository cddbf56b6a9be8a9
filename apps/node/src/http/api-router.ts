import { type ApiRoute, badRequest } from "@ledger/api-core";
import createRouter, { type HTTPMethod } from "find-my-way";
import { pageHeaders } from "./page-headers.ts";

/** Where the API is mounted. */
export const API_ROOT = "/v1";

/** A route and the path parameters that a request named it with. */
export interface RouteMatch {
  /** Operation id. */
  readonly id: string;
  /** By name, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Headers that the server adds to the answers of the route. */
  readonly headers: Readonly<Record<string, string>> | undefined;
}

type Mounted = Pick<RouteMatch, "id" | "headers">;

/** Finds the route of a request. */
export interface ApiRouter {
  /** @throws ApiError (400) for a path with broken percent-encoding */
  find(method: string, path: string): RouteMatch | undefined;
  /** The methods that a path has; none when there is no such path. */
  methodsOf(path: string): string[];
}

/** Descriptions of the API are also found at the root, as the requirements write their paths. */
const rootAliases = new Set(["/spec.json", "/spec.yaml"]);

/** `/accounts/{address}` → `/v1/accounts/:address`; the index answers with and without its trailing slash. */
function mountPaths(route: ApiRoute): string[] {
  if (route.path === "/") return [API_ROOT, `${API_ROOT}/`];
  const path = route.path.replace(/\{(\w+)\}/g, ":$1");
  return rootAliases.has(route.path) ? [`${API_ROOT}${path}`, path] : [`${API_ROOT}${path}`];
}

/** Longest path parameter, bytes: the whole head of a request is no longer. */
const MAX_PARAMETER_LENGTH = 16 * 1024;

/** Mounts every route; GET routes answer HEAD too. */
export function createApiRouter(routes: readonly ApiRoute[]): ApiRouter {
  const router = createRouter({
    maxParamLength: MAX_PARAMETER_LENGTH,
    // Found for a path that cannot be decoded; without it, such a path would only be unknown.
    onBadUrl: () => {},
  });
  const methods = new Set<HTTPMethod>();
  for (const route of routes) {
    const mounted: Mounted = { id: route.id, headers: route.path === "/spec" ? pageHeaders : undefined };
    const answered: HTTPMethod[] = route.method === "GET" ? ["HEAD", "GET"] : [route.method];
    for (const method of answered) methods.add(method);
    for (const path of mountPaths(route)) router.on(answered, path, () => {}, mounted);
  }
  return {
    find(method, path) {
      const found = router.find(method as HTTPMethod, path);
      if (found === null) return undefined;
      if (found.store === null) throw badRequest("the path is not well-formed: its percent-encoding is broken");
      const { id, headers } = found.store as Mounted;
      // No path has optional parameters or wildcards: those that it names are all there.
      return { id, params: found.params as RouteMatch["params"], headers };
    },
    methodsOf: (path) => [...methods].filter((method) => router.find(method, path) !== null),
  };
}
