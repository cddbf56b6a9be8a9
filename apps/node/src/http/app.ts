import { type Api, methodNotAllowed, requestMethodNotAllowed, routeNotFound } from "@ledger/api-core";
import Koa, { type Context } from "koa";
import type { Logger } from "../logger.ts";
import { createApiRouter, type RouteMatch } from "./api-router.ts";
import { preflight } from "./cors.ts";
import { type ExplorerFiles, serveExplorer } from "./explorer.ts";
import { landing } from "./landing.ts";
import { logRequests } from "./log-requests.ts";
import { RequestAborted, readBody } from "./read-body.ts";
import { targetPath, targetQuery } from "./request-query.ts";
import { answerRemembered, RouteMemory } from "./route-memory.ts";
import { createSend } from "./send.ts";

/** What the HTTP application is made of. */
export interface AppOptions {
  readonly api: Api;
  readonly explorer: ExplorerFiles;
  readonly log: Logger;
}

/**
 * Wires the API into Koa. Middleware order is the architecture: log, last-resort faults and size rules, paths of the
 * API that are known already, preflights, pages, the router, and the answers for what no route took.
 */
export function createApp({ api, explorer, log }: AppOptions): Koa {
  const app = new Koa();
  // Koa's own handler would answer text/plain and drop the headers; faults leave by the door below instead.
  app.silent = true;
  const send = createSend(api.exposedHeaders, log);
  const refuse = async (ctx: Context, error: unknown): Promise<void> => send(ctx, await api.failure(error));

  /** Several header lines of one name arrive as one comma-separated text, except where Node keeps only the first. */
  async function answer(ctx: Context, { id, params, headers: extra }: RouteMatch): Promise<void> {
    const { method, url = "", headers } = ctx.req;
    const response = await api.handle(id, {
      params,
      query: targetQuery(url),
      accept: headers.accept,
      contentType: headers["content-type"],
      ifNoneMatch: headers["if-none-match"],
      body: method === "POST" ? await readBody(ctx.req) : undefined,
    });
    return send(ctx, response, extra);
  }

  const memory = new RouteMemory();
  const router = createApiRouter(api.routes, (ctx, match) => {
    memory.remember(ctx.method, targetPath(ctx.req.url ?? ""), match);
    return answer(ctx, match);
  });

  if (log.isLevelEnabled("debug")) app.use(logRequests(log));
  app.use(async (ctx, next) => {
    try {
      const { method = "", headers } = ctx.req;
      const oversized = api.checkBodySize(method, headers["content-length"]);
      await (oversized === undefined ? next() : refuse(ctx, oversized));
    } catch (error) {
      if (error instanceof RequestAborted) ctx.req.destroy();
      else await refuse(ctx, error);
    }
  });
  app.use(answerRemembered(memory, answer));
  app.use(
    preflight({
      refuse: (ctx) => refuse(ctx, requestMethodNotAllowed()),
      accept: async (ctx, headers) => send(ctx, await api.preflight(), headers),
    }),
  );
  app.use(landing);
  app.use(serveExplorer(explorer));
  app.use(router.routes());
  app.use((ctx) => {
    const methods = new Set(router.match(ctx.path, "").path.flatMap((layer) => layer.methods));
    return refuse(ctx, methods.size > 0 ? methodNotAllowed(ctx.method, [...methods]) : routeNotFound());
  });
  return app;
}
