import Router from "@koa/router";
import type { ApiRoute } from "@ledger/api-core";
import type { Context } from "koa";
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

/** Answers a request of a route. */
export type AnswerRoute = (ctx: Context, match: RouteMatch) => void | Promise<void>;

/** Descriptions of the API are also found at the root, as the requirements write their paths. */
const rootAliases = new Set(["/spec.json", "/spec.yaml"]);

/** `/accounts/{address}` → `/v1/accounts/:address`; the index answers with and without its trailing slash. */
function koaPaths(route: ApiRoute): string[] {
  if (route.path === "/") return [API_ROOT, `${API_ROOT}/`];
  const path = route.path.replace(/\{(\w+)\}/g, ":$1");
  return rootAliases.has(route.path) ? [`${API_ROOT}${path}`, path] : [`${API_ROOT}${path}`];
}

/** Mounts every route; GET routes answer HEAD too. */
export function createApiRouter(routes: readonly ApiRoute[], answer: AnswerRoute): Router {
  const router = new Router({ strict: true, sensitive: true });
  for (const route of routes) {
    const headers = route.path === "/spec" ? pageHeaders : undefined;
    for (const path of koaPaths(route)) {
      router.register(path, route.method === "GET" ? ["HEAD", "GET"] : [route.method], (ctx: Context) =>
        answer(ctx, { id: route.id, params: ctx.params as Record<string, string>, headers }),
      );
    }
  }
  return router;
}
