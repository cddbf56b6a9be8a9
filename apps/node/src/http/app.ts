import type { RequestListener } from "node:http";
import {
  type Api,
  type ApiRequest,
  type ApiResponse,
  hostNotAllowed,
  type LargeWork,
  methodNotAllowed,
  overloaded,
  requestMethodNotAllowed,
  routeNotFound,
} from "@ledger/api-core";
import Koa, { type Context, type Middleware } from "koa";
import compose from "koa-compose";
import type { ServingOptions } from "../config/start-options.ts";
import type { Logger } from "../logger.ts";
import { ByteBudget } from "../work/byte-budget.ts";
import { LargeAnswers } from "../work/large-answers.ts";
import { memoryLimits, SMALL_BODY } from "../work/limits.ts";
import type { WorkThread } from "../work/work-thread.ts";
import { allowedHosts } from "./allowed-hosts.ts";
import { createApiRouter, type RouteMatch } from "./api-router.ts";
import { TrustedProxies } from "./client-address.ts";
import { chooseEncoding, encodeResponse } from "./content-encoding.ts";
import { allowedOrigins, originHeaders, preflight } from "./cors.ts";
import { type ExplorerFiles, serveExplorer } from "./explorer.ts";
import { landing } from "./landing.ts";
import { logRequests } from "./log-requests.ts";
import { readBody } from "./read-body.ts";
import { targetPath, targetQuery } from "./request-target.ts";
import { createSend } from "./send.ts";
import { Turns } from "./turns.ts";

/** A request that is being taken care of, or has been. */
type Done = void | Promise<void>;

type Body = Uint8Array<ArrayBuffer>;

/** Requests that begin in one turn of the event loop: point reads of some milliseconds together. */
const REQUESTS_PER_TURN = 16;

/** What the HTTP application is made of. */
export interface AppOptions {
  readonly api: Api;
  /** Makes the answers that would hold the event loop. */
  readonly workThread: WorkThread;
  readonly explorer: ExplorerFiles;
  readonly access: Pick<ServingOptions, "listen" | "allowHost" | "allowOrigin" | "trustProxy">;
  readonly log: Logger;
}

/**
 * Wires the API into Koa. Middleware order is the architecture: log; last-resort faults, hosts, size rules and the API;
 * preflights, pages, and the answers for what no route took. Small answers are made in turns of the event loop, large ones in a
 * thread; docs/decisions/0004 tells how the work of both is bounded.
 */
export function createApp({ api, workThread, explorer, access, log }: AppOptions): RequestListener {
  const app = new Koa();
  app.on("error", (err) => log.error({ err }, "fault"));
  const isOriginAllowed = allowedOrigins(access.allowOrigin);
  const isHostAllowed = allowedHosts(access.listen, access.allowHost ?? []);
  const proxies = new TrustedProxies(access.trustProxy ?? []);
  const largeAnswers = new LargeAnswers();
  const bodies = new ByteBudget(memoryLimits.bodies, memoryLimits.bodiesOfClient);
  const turns = new Turns(REQUESTS_PER_TURN);
  const send = createSend(originHeaders(api.exposedHeaders, isOriginAllowed), largeAnswers.held, log);
  const refuse = async (ctx: Context, error: unknown): Promise<void> => send(ctx, await api.failure(error));

  /** Reads the body of a request, within the bounds of bodies. */
  function answer(ctx: Context, match: RouteMatch): Done {
    const { req, res } = ctx;
    if (req.method !== "POST") {
      turns.add(() => void respond(ctx, match));
      return undefined;
    }
    const length = Number(req.headers["content-length"]);
    if (length > SMALL_BODY) {
      const release = bodies.take(proxies.clientOf(req), length);
      if (release === undefined) return refuse(ctx, overloaded());
      res.once("close", release);
    }
    readBody(req, length, (body) => turns.add(() => void respond(ctx, match, body)));
    return undefined;
  }

  async function respond(ctx: Context, match: RouteMatch, body?: Body): Promise<void> {
    if (ctx.res.destroyed) return;
    try {
      const response = await makeAnswer(ctx, match, body);
      send(ctx, response, match.headers);
    } catch (error) {
      // There is no one to answer when the client has left.
      if (!ctx.res.destroyed) await refuse(ctx, error).catch((fault: unknown) => ctx.onerror(fault as Error));
    }
  }

  async function makeAnswer(ctx: Context, match: RouteMatch, body: Body | undefined): Promise<ApiResponse> {
    const { url = "", headers } = ctx.req;
    // Several header lines of one name arrive as one comma-separated text, except where Node keeps only the first.
    const request: ApiRequest = {
      params: match.params,
      query: targetQuery(url),
      accept: headers.accept,
      contentType: headers["content-type"],
      ifNoneMatch: headers["if-none-match"],
      body,
    };
    const made = await api.answerSmall(match.id, request);
    if ("work" in made) return makeLarge(ctx, match.id, request, body, made);
    return encodeResponse(made, chooseEncoding(headers["accept-encoding"]));
  }

  async function makeLarge(
    ctx: Context,
    route: string,
    request: ApiRequest,
    body: Body | undefined,
    large: LargeWork,
  ): Promise<ApiResponse> {
    const controller = new AbortController();
    const leave = (): void => controller.abort();
    ctx.res.once("close", leave);
    const encoding = chooseEncoding(ctx.req.headers["accept-encoding"]);
    const { params, accept, contentType, ifNoneMatch } = request;
    const question = { route, params, query: `${request.query}`, accept, contentType, ifNoneMatch, body, encoding };
    try {
      const client = proxies.clientOf(ctx.req);
      return await largeAnswers.answer(large, encoding ?? "", client, controller.signal, (signal, deadline) =>
        large.work === "forwarded"
          ? api.handle(route, { ...request, signal })
          : workThread.answer(question, signal, deadline),
      );
    } finally {
      ctx.res.off("close", leave);
    }
  }

  /** Refuses other hosts and bodies of the wrong size, else does the work; what goes wrong becomes an answer. */
  function guard(ctx: Context, work: () => Done): Done {
    try {
      const { method = "", headers } = ctx.req;
      if (headers.host !== undefined && !isHostAllowed(headers.host)) return refuse(ctx, hostNotAllowed());
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
      isAllowed: isOriginAllowed,
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
