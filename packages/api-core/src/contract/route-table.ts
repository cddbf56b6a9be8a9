import type { ApiRoute } from "./api.ts";
import { badRequest } from "./error.ts";

/** The path under which servers mount the API. */
export const apiRoot = "/v1";

/** Descriptions of the API are also found at the root, as the requirements write their paths, and its probe where others have theirs. */
const rootAliases: ReadonlySet<string> = new Set(["/spec.json", "/spec.yaml", "/-/healthy"]);

/** A route and the path parameters that a request named it with. */
export interface FoundRoute {
  readonly route: ApiRoute;
  /** By name, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the routes of requests. */
export interface RouteTable {
  /**
   * @param method - in capitals; HEAD finds what GET does
   * @param path - as it was sent: not decoded, without the query
   * @throws ApiError (400) for a path with broken percent-encoding
   */
  find(method: string, path: string): FoundRoute | undefined;
  /** The methods that a path has; none when there is no such path. */
  methodsOf(path: string): string[];
}

/** A path with its parameters' places. */
interface Mounted {
  readonly route: ApiRoute;
  /** The text of each segment; `undefined` for a parameter, which is not empty. */
  readonly segments: readonly (string | undefined)[];
  /** Of the parameters, in order. */
  readonly names: readonly string[];
}

/** Compiles where routes are mounted; of several that fit a path the first counts. Paths are compared exactly, case and slashes. */
export function createRouteTable(routes: readonly ApiRoute[]): RouteTable {
  const byLength = new Map<number, Mounted[]>();
  for (const route of routes) {
    for (const path of mountPaths(route)) {
      const mounted = compile(route, path);
      const list = byLength.get(mounted.segments.length) ?? [];
      list.push(mounted);
      byLength.set(mounted.segments.length, list);
    }
  }

  /** The routes that a path of these segments fits. */
  const matching = (parts: readonly string[]): Mounted[] =>
    byLength.get(parts.length)?.filter(({ segments }) => fits(segments, parts)) ?? [];

  return {
    find(method, path) {
      const wanted = method === "HEAD" ? "GET" : method;
      const parts = path.split("/");
      const found = matching(parts).find(({ route }) => route.method === wanted);
      return found && { route: found.route, params: readParams(found, parts) };
    },
    methodsOf(path) {
      const methods = matching(path.split("/")).flatMap(({ route }) =>
        route.method === "GET" ? ["HEAD", "GET"] : [route.method],
      );
      return [...new Set(methods)];
    },
  };
}

function fits(segments: Mounted["segments"], parts: readonly string[]): boolean {
  return segments.every((segment, i) => (segment === undefined ? parts[i] !== "" : segment === parts[i]));
}

/** The paths that a route is mounted at, with its parameters in braces; the index answers with and without its trailing slash. */
export function mountPaths({ path }: ApiRoute): string[] {
  if (path === "/") return [apiRoot, `${apiRoot}/`];
  return rootAliases.has(path) ? [`${apiRoot}${path}`, path] : [`${apiRoot}${path}`];
}

function compile(route: ApiRoute, path: string): Mounted {
  const names: string[] = [];
  const segments = path.split("/").map((segment) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) return segment;
    names.push(name);
    return undefined;
  });
  return { route, segments, names };
}

function readParams({ segments, names }: Mounted, parts: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  let at = 0;
  for (const [i, segment] of segments.entries()) {
    if (segment === undefined) params[names[at++]!] = decodeSegment(parts[i]!);
  }
  return params;
}

/**
 * A segment of a path as it is meant.
 *
 * @param text - as it was sent
 * @throws ApiError (400) for broken percent-encoding
 */
export function decodeSegment(text: string): string {
  // Most have nothing to decode.
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw badRequest("the path is not well-formed: its percent-encoding is broken");
  }
}
