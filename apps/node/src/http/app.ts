import type { RequestListener } from "node:http";
import { type Api, methodNotAllowed, requestMethodNotAllowed, routeNotFound } from "@ledger/api-core";
import Koa, { type Context, type Middleware } from "koa";
import compose from "koa-compose";
import type { Logger } from "../logger.ts";
import { createApiRouter, type RouteMatch } from "./api-router.ts";
import { preflight } from "./cors.ts";
import { type ExplorerFiles, serveExplorer } from "./explorer.ts";
import { landing } from "./landing.ts";
import { logRequests } from "./log-requests.ts";
import { readBody } from "./read-body.ts";
import { targetPath, targetQuery } from "./request-target.ts";
import { createSend } from "./send.ts";
import { Turns } from "./turns.ts";

/** A request that is being taken care of, or has been. */
type Done = void | Promise<void>;

/** What the HTTP application is made of. */
export interface AppOptions {
  readonly api: Api;
  readonly explorer: ExplorerFiles;
  readonly log: Logger;
}

/**
 * Wires the API into Koa. Middleware order is the architecture: log; last-resort faults, size rules and the API; preflights,
 * pages, and the answers for what no route took.
 */
export function createApp({ api, explorer, log }: AppOptions): RequestListener {
  const app = new Koa();
  app.on("error", (err) => log.error({ err }, "fault"));
  const send = createSend(api.exposedHeaders, log);
  const refuse = async (ctx: Context, error: unknown): Promise<void> => send(ctx, await api.failure(error));

  const turns = new Turns();

  /** Has a request answered, with those that came with it. */
  function answer(ctx: Context, match: RouteMatch): void {
    const begin = (body?: Uint8Array): void => turns.add(() => void respond(ctx, match, body));
    if (ctx.req.method === "POST") readBody(ctx.req, Number(ctx.req.headers["content-length"]), begin);
    else begin();
  }

  async function respond(ctx: Context, { id, params, headers: extra }: RouteMatch, body?: Uint8Array): Promise<void> {
    try {
      const { url = "", headers } = ctx.req;
      // Several header lines of one name arrive as one comma-separated text, except where Node keeps only the first.
      const response = await api.handle(id, {
        params,
        query: targetQuery(url),
        accept: headers.accept,
        contentType: headers["content-type"],
        ifNoneMatch: headers["if-none-match"],
        body,
        signal: {
          get aborted() {
            return ctx.res.destroyed;
          },
        },
      });
      await send(ctx, response, extra);
    } catch (error) {
      await refuse(ctx, error).catch((fault: unknown) => ctx.onerror(fault as Error));
    }
  }

  /** Refuses a body of the wrong size, else does the work; what goes wrong becomes an answer. */
  function guard(ctx: Context, work: () => Done): Done {
    try {
      const { method = "", headers } = ctx.req;
      const oversized = api.checkBodySize(method, headers["content-length"]);
      return oversized === undefined ? work()?.catch((error: unknown) => refuse(ctx, error)) : refuse(ctx, oversized);
    } catch (error) {
      return refuse(ctx, error);
    }
  }

  const router = createApiRouter(api.routes);
  const middleware: Middleware[] = [
    ...(log.isLevelEnabled("debug") ? [logRequests(log)] : []),
    (ctx, next) =>
      guard(ctx, () => {
        const match = router.find(ctx.req.method ?? "", targetPath(ctx.req.url ?? ""));
        return match === undefined ? next() : answer(ctx, match);
      }),
    preflight({
      refuse: (ctx) => refuse(ctx, requestMethodNotAllowed()),
      accept: async (ctx, headers) => send(ctx, await api.preflight(), headers),
    }),
    landing,
    serveExplorer(explorer),
    (ctx) => {
      const methods = router.methodsOf(ctx.path);
      return refuse(ctx, methods.length > 0 ? methodNotAllowed(ctx.method, methods) : routeNotFound());
    },
  ];
  const run = compose(middleware);
  // Koa's own responder would put listeners on every answer and its connection: a fifth of the time of a short one.
  return (request, response) => {
    const ctx = app.createContext(request, response);
    run(ctx).catch((error: unknown) => ctx.onerror(error as Error));
  };
}
