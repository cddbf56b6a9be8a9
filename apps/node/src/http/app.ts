import type { RequestListener } from "node:http";
import { type Api, methodNotAllowed, requestMethodNotAllowed, routeNotFound } from "@ledger/api-core";
import Koa from "koa";
import type { Logger } from "../logger.ts";
import { createApiRouter, type RouteMatch } from "./api-router.ts";
import { preflight } from "./cors.ts";
import { type ExplorerFiles, serveExplorer } from "./explorer.ts";
import { landing } from "./landing.ts";
import { logRequests } from "./log-requests.ts";
import { RequestAborted, readBody } from "./read-body.ts";
import { targetPath, targetQuery } from "./request-query.ts";
import { RouteMemory } from "./route-memory.ts";
import { createSend, type Exchange } from "./send.ts";

/** An answer that is under way, or has been given. */
type Done = void | Promise<void>;

/** What the HTTP application is made of. */
export interface AppOptions {
  readonly api: Api;
  readonly explorer: ExplorerFiles;
  readonly log: Logger;
}

/**
 * Wires the API into Koa. Middleware order is the architecture: log; last-resort faults and size rules; preflights, pages, the
 * router, and the answers for what no route took.
 *
 * Paths that the router has taken before do not pass it again, nor any other middleware: for a short answer the way through
 * Koa costs as much as the reads. Where requests are logged, every one takes that way.
 */
export function createApp({ api, explorer, log }: AppOptions): RequestListener {
  const app = new Koa();
  // Koa's own handler would answer text/plain and drop the headers; faults leave by the door below instead.
  app.silent = true;
  const send = createSend(api.exposedHeaders, log);
  const refuse = async (exchange: Exchange, error: unknown): Promise<void> => send(exchange, await api.failure(error));

  /** Several header lines of one name arrive as one comma-separated text, except where Node keeps only the first. */
  function answerWith(exchange: Exchange, { id, params, headers: extra }: RouteMatch, body?: Uint8Array): Done {
    const { url = "", headers } = exchange.req;
    const response = api.handle(id, {
      params,
      query: targetQuery(url),
      accept: headers.accept,
      contentType: headers["content-type"],
      ifNoneMatch: headers["if-none-match"],
      body,
    });
    if (response instanceof Promise) return response.then((late) => send(exchange, late, extra));
    return send(exchange, response, extra);
  }

  /** Answers without a promise what needs neither a body nor a store that takes its time. */
  function answer(exchange: Exchange, match: RouteMatch): Done {
    if (exchange.req.method !== "POST") return answerWith(exchange, match);
    return readBody(exchange.req).then((body) => answerWith(exchange, match, body));
  }

  /** Refuses a body of the wrong size, else does the work; what goes wrong becomes an answer. */
  function guard(exchange: Exchange, work: () => Done): Done {
    const fail = (error: unknown): Done => {
      if (!(error instanceof RequestAborted)) return refuse(exchange, error);
      exchange.req.destroy();
    };
    try {
      const { method = "", headers } = exchange.req;
      const oversized = api.checkBodySize(method, headers["content-length"]);
      return oversized === undefined ? work()?.catch(fail) : refuse(exchange, oversized);
    } catch (error) {
      return fail(error);
    }
  }

  const memory = new RouteMemory();
  const router = createApiRouter(api.routes, (ctx, match) => {
    memory.remember(ctx.method, targetPath(ctx.req.url ?? ""), match);
    return answer(ctx, match);
  });

  const isLogged = log.isLevelEnabled("debug");
  if (isLogged) app.use(logRequests(log));
  app.use((ctx, next) => guard(ctx, next));
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

  /** What Koa would do with a fault in the middle of an answer: there is nothing left to say, only to close. */
  const giveUp = (exchange: Exchange, error: unknown): void => {
    log.error({ path: targetPath(exchange.req.url ?? ""), err: error }, "fault");
    exchange.req.destroy();
  };
  const answerKnown = (exchange: Exchange, match: RouteMatch): void => {
    guard(exchange, () => answer(exchange, match))?.catch((error: unknown) => giveUp(exchange, error));
  };
  const handle = app.callback();
  if (isLogged) return handle;
  return (req, res) => {
    const match = memory.find(req.method ?? "", targetPath(req.url ?? ""));
    if (match === undefined) void handle(req, res);
    else answerKnown({ req, res }, match);
  };
}
