import { type Api, methodNotAllowed, requestMethodNotAllowed, routeNotFound } from "@ledger/api-core";
import Koa, { type Context } from "koa";
import compress from "koa-compress";
import type { Logger } from "../logger.ts";
import { createApiRouter } from "./api-router.ts";
import { cors } from "./cors.ts";
import { type ExplorerFiles, serveExplorer } from "./explorer.ts";
import { landing } from "./landing.ts";
import { sendApiResponse } from "./send.ts";

/** What the HTTP application is made of. */
export interface AppOptions {
  readonly api: Api;
  readonly explorer: ExplorerFiles;
  readonly log: Logger;
}

/** Answers shorter than this are sent as they are: compressing them saves no packet. */
const COMPRESSION_THRESHOLD = 1024;

/**
 * Wires the API into Koa. Middleware order is the architecture: log and last-resort faults, CORS, compression, routes,
 * and the answers for what no route took.
 */
export function createApp({ api, explorer, log }: AppOptions): Koa {
  const app = new Koa();
  // Koa's own handler would answer text/plain and drop the headers; faults leave by the door below instead.
  app.silent = true;

  app.use(async (ctx, next) => {
    const started = performance.now();
    try {
      await next();
    } catch (error) {
      sendApiResponse(ctx, await api.failure(error), log);
    }
    log.debug(
      {
        method: ctx.method,
        path: ctx.path,
        status: ctx.status,
        milliseconds: Math.round((performance.now() - started) * 1000) / 1000,
      },
      "request",
    );
  });

  const refuse = async (ctx: Context, error: unknown): Promise<void> =>
    sendApiResponse(ctx, await api.failure(error), log);

  app.use(
    cors({
      exposedHeaders: api.exposedHeaders,
      refuse: (ctx) => refuse(ctx, requestMethodNotAllowed()),
      accept: async (ctx) => sendApiResponse(ctx, await api.preflight(), log),
    }),
  );

  app.use(async (ctx, next) => {
    const error = api.checkBodySize(ctx.method, ctx.req.headers["content-length"]);
    return error === undefined ? next() : refuse(ctx, error);
  });

  app.use(compress({ threshold: COMPRESSION_THRESHOLD }));
  app.use(landing);
  app.use(serveExplorer(explorer));

  const router = createApiRouter(api, log);
  app.use(router.routes());

  app.use((ctx) => {
    const methods = new Set(router.match(ctx.path, "").path.flatMap((layer) => layer.methods));
    return refuse(ctx, methods.size > 0 ? methodNotAllowed(ctx.method, [...methods]) : routeNotFound());
  });
  return app;
}
