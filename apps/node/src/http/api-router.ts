import Router from "@koa/router";
import type { Api, ApiRoute } from "@ledger/api-core";
import type { Context } from "koa";
import getRawBody from "raw-body";
import type { Logger } from "../logger.ts";
import { sendApiResponse } from "./send.ts";

/** Where the API is mounted. */
export const API_ROOT = "/v1";

/** Descriptions of the API are also found at the root, as the requirements write their paths. */
const rootAliases = new Set(["/spec.json", "/spec.yaml"]);

/** `/accounts/{address}` → `/v1/accounts/:address`; the index answers with and without its trailing slash. */
function koaPaths(route: ApiRoute): string[] {
  if (route.path === "/") return [API_ROOT, `${API_ROOT}/`];
  const path = route.path.replace(/\{(\w+)\}/g, ":$1");
  return rootAliases.has(route.path) ? [`${API_ROOT}${path}`, path] : [`${API_ROOT}${path}`];
}

/** Several header lines of one name arrive as one comma-separated text, except where Node keeps only the first. */
async function handle(api: Api, log: Logger, id: string, ctx: Context): Promise<void> {
  const { req } = ctx;
  const body =
    ctx.method === "POST"
      ? await getRawBody(req, { length: req.headers["content-length"] ?? null, limit: api.config.contentLengthLimit })
      : undefined;
  const response = await api.handle(id, {
    params: ctx.params,
    query: new URLSearchParams(ctx.querystring),
    accept: req.headers.accept,
    contentType: req.headers["content-type"],
    ifNoneMatch: req.headers["if-none-match"],
    body,
  });
  sendApiResponse(ctx, response, log);
}

/** Mounts every route of the API; GET routes answer HEAD too. */
export function createApiRouter(api: Api, log: Logger): Router {
  const router = new Router({ strict: true, sensitive: true });
  for (const route of api.routes) {
    for (const path of koaPaths(route)) {
      router.register(path, route.method === "GET" ? ["HEAD", "GET"] : [route.method], (ctx: Context) =>
        handle(api, log, route.id, ctx),
      );
    }
  }
  return router;
}
