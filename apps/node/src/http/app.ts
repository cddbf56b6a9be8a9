import type { RequestListener } from "node:http";
import { type Api, type ApiResponse, methodNotAllowed, requestMethodNotAllowed, routeNotFound } from "@ledger/api-core";
import type { Context } from "koa";
import type { Logger } from "../logger.ts";
import { createApiRouter, type RouteMatch } from "./api-router.ts";
import { preflight } from "./cors.ts";
import { type ExplorerFiles, serveExplorer } from "./explorer.ts";
import { landing } from "./landing.ts";
import { logRequests } from "./log-requests.ts";
import { readBody } from "./read-body.ts";
import { targetPath, targetQuery } from "./request-query.ts";
import { RouteMemory } from "./route-memory.ts";
import { createSend } from "./send.ts";
import { StagedAnswers } from "./staged-answers.ts";
import { WritingKoa } from "./writing-koa.ts";

/** A request that is being taken care of, or has been. */
type Done = void | Promise<void>;

/** A request of a route, with its body. */
interface Asked {
  readonly ctx: Context;
  readonly match: RouteMatch;
  readonly body: Uint8Array | undefined;
}

/** What the HTTP application is made of. */
export interface AppOptions {
  readonly api: Api;
  readonly explorer: ExplorerFiles;
  readonly log: Logger;
}

/**
 * Wires the API into Koa. Middleware order is the architecture: log; last-resort faults, size rules, and paths that the router
 * has taken before, which do not pass it again; preflights, pages, the router, and the answers for what no route took.
 */
export function createApp({ api, explorer, log }: AppOptions): RequestListener {
  const app = new WritingKoa();
  app.on("error", (err) => log.error({ err }, "fault"));
  const send = createSend(api.exposedHeaders, log);
  const refuse = async (ctx: Context, error: unknown): Promise<void> => send(ctx, await api.failure(error));

  const answers = new StagedAnswers<Asked, ApiResponse>({
    /** Several header lines of one name arrive as one comma-separated text, except where Node keeps only the first. */
    make: ({ ctx, match: { id, params }, body }) => {
      const { url = "", headers } = ctx.req;
      return api.handle(id, {
        params,
        query: targetQuery(url),
        accept: headers.accept,
        contentType: headers["content-type"],
        ifNoneMatch: headers["if-none-match"],
        body,
      });
    },
    send: ({ ctx, match }, response) => send(ctx, response, match.headers),
    fail: ({ ctx }, error) => void refuse(ctx, error).catch((fault: unknown) => ctx.onerror(fault as Error)),
  });

  /** Has a request answered, with those that came with it. */
  function answer(ctx: Context, match: RouteMatch): void {
    if (ctx.req.method !== "POST") answers.add({ ctx, match, body: undefined });
    else readBody(ctx.req, Number(ctx.req.headers["content-length"]), (body) => answers.add({ ctx, match, body }));
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

  const memory = new RouteMemory();
  const router = createApiRouter(api.routes, (ctx, match) => {
    memory.remember(ctx.method, targetPath(ctx.req.url ?? ""), match);
    return answer(ctx, match);
  });

  if (log.isLevelEnabled("debug")) app.use(logRequests(log));
  app.use((ctx, next) => {
    const match = memory.find(ctx.req.method ?? "", targetPath(ctx.req.url ?? ""));
    return guard(ctx, match === undefined ? next : () => answer(ctx, match));
  });
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

  return app.callback();
}
