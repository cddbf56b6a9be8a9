import type { IncomingMessage, RequestListener } from "node:http";
import { isDeepStrictEqual } from "node:util";
import {
  type Api,
  type ApiError,
  type ApiResponse,
  badRequest,
  type FailedCall,
  hostNotAllowed,
  methodNotAllowed,
  originNotAllowed,
  routeNotFound,
} from "@ledger/api-core";
import Koa, { type Context, type Middleware } from "koa";
import compose from "koa-compose";
import type { RateLimit } from "../config/access-options.ts";
import type { Logger } from "../logger.ts";
import type { ServingMetrics } from "../metrics/serving-metrics.ts";
import type { StreamHub } from "../stream/stream-hub.ts";
import type { SubscriptionHub } from "../stream/subscription-hub.ts";
import type { LargeAnswers } from "../work/large-answers.ts";
import type { LargeAnswerer } from "../work/work-thread.ts";
import { allowedHosts } from "./allowed-hosts.ts";
import { createAnswering } from "./answer-requests.ts";
import { type ApiRouter, createApiRouter } from "./api-router.ts";
import { TrustedProxies } from "./client-address.ts";
import { createPageGuard, originHeaders, type PageGuard, pageRequestOf, preflight } from "./cors.ts";
import { type ExplorerFiles, serveExplorer } from "./explorer.ts";
import { createFaultForms } from "./fault-forms.ts";
import { landing } from "./landing.ts";
import { logRequests } from "./log-requests.ts";
import { createPageHeaders } from "./page-headers.ts";
import type { ClientRates } from "./rate-limit.ts";
import { readiness } from "./readiness.ts";
import type { RequestBodies } from "./request-bodies.ts";
import { countHosts } from "./request-host.ts";
import { requestIdHeader } from "./request-id.ts";
import { targetPath } from "./request-target.ts";
import { createSend, type Send } from "./send.ts";
import { type NodeService, serveServices } from "./serve-services.ts";
import type { ServerAccess } from "./server.ts";

/** Headers that tell a client how much it may still ask for; pages may read them. */
const rateLimitHeaders = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Retry-After"] as const;

/** A request that is being taken care of, or has been. */
type Done = void | Promise<void>;

/** The operation under which answers are counted that belong to none: paths and methods that the API does not have. */
const noOperation = "operation_id_not_set";

/** Parts of the HTTP application. */
export interface AppOptions {
  readonly api: Api;
  /** Makes the answers that would hold the event loop. */
  readonly workThread: LargeAnswerer;
  readonly listThread: LargeAnswerer;
  /** Bounds what is more than a point read, on all servers of a node together. */
  readonly largeAnswers: LargeAnswers;
  readonly streams: StreamHub;
  /** Absent where there is no index of tables. */
  readonly subscriptions: SubscriptionHub | undefined;
  readonly bodies: RequestBodies;
  /** Absent where only services answer, and the API does not. */
  readonly explorer: ExplorerFiles | undefined;
  /** Services besides the API. */
  readonly services: readonly NodeService[];
  readonly access: Pick<
    ServerAccess,
    "listen" | "allowHost" | "allowOrigin" | "explorerNode" | "trustProxy" | "sharedCache"
  >;
  /** True if the ledger is that of a local network, which not every page may change. */
  readonly isLocalNetwork: boolean;
  /** Returns true for the ports of this node. */
  readonly isOwnPort: (port: number) => boolean;
  readonly log: Logger;
  /** Why requests should not be sent here, see `findUnready`. */
  readonly findUnready: (durationSecs: number | undefined) => Promise<string | undefined>;
  /** Called with code that failed where a request had it run. */
  readonly onFailedCall?: ((failed: FailedCall) => void) | undefined;
  /** Called with what an answer said of a damaged ledger. */
  readonly onDamage?: ((damage: string) => void) | undefined;
  /** Counts answers, where metrics are wanted. */
  readonly metrics: ServingMetrics | undefined;
}

/** An application. */
export interface App {
  /** Bounds from now on how often each client may ask; not at all when absent. */
  readonly setRateLimit: (limit: RateLimit | undefined) => Promise<void>;
  readonly answer: RequestListener;
}

/** Keys under which a request keeps its time, its operation and its rate headers. Properties, because every request sets them. */
const began = Symbol("began");
const operation = Symbol("operation");
const rateHeaders = Symbol("rate headers");
type Measured = Context & {
  [began]?: number;
  [operation]?: string;
  [rateHeaders]?: Readonly<Record<string, string>>;
};

/**
 * Wires the API into Koa. Middleware order is the architecture: log; last-resort faults, hosts, size rules and the API;
 * preflights, pages, and the answers for what no route took. Small answers are made in turns of the event loop, large ones in a
 * thread; docs/decisions/0004 tells how the work of both is bounded.
 */
export function createApp(options: AppOptions): App {
  const { api, largeAnswers, bodies, explorer, access, log, findUnready, metrics } = options;
  const app = new Koa();
  app.on("error", (err) => log.error({ err }, "fault"));
  const pageHeaders = createPageHeaders(access.explorerNode);
  const router = createApiRouter(explorer === undefined ? [] : api.routes, pageHeaders);
  const pages = guardPages(options, router);
  const isHostAllowed = allowedHosts(access.listen, access.allowHost ?? []);
  const proxies = new TrustedProxies(access.trustProxy ?? []);
  const exposed = [...api.exposedHeaders, requestIdHeader, ...rateLimitHeaders];
  let rates: ClientRates | undefined;
  const setRateLimit = async (limit: RateLimit | undefined): Promise<void> => {
    if (isDeepStrictEqual(limit, rates?.limit)) return;
    // Loaded only where requests are counted: it is a large library.
    rates = limit && new (await import("./rate-limit.ts")).ClientRates(limit);
  };
  const sendPlain = createSend({
    addOrigin: originHeaders(exposed, pages),
    ...{ bodies, log, held: largeAnswers.held, onDamage: options.onDamage },
    sharesAnswers: access.sharedCache !== undefined,
  });
  const write: Send = (ctx, response, extra) => {
    const counted = (ctx as Measured)[rateHeaders];
    sendPlain(ctx, response, counted === undefined ? extra : { ...counted, ...extra });
  };
  const send: Send =
    metrics === undefined
      ? write
      : (ctx, response, extra) => {
          write(ctx, response, extra);
          const { [began]: start = 0, [operation]: id = noOperation } = ctx as Measured;
          metrics.observe(id, response.status, (performance.now() - start) / 1_000);
        };
  const fail = failingIn(options);
  const refuse = async (ctx: Context, error: unknown): Promise<void> => send(ctx, await fail(ctx.req, error));

  const answer = createAnswering({ ...options, proxies, send, refuse });

  /** Counts a request of a client that may not send any number of them. Probes and preflights are free. */
  const countRequest: Middleware = async (ctx, next) => {
    if (rates === undefined || ctx.req.method === "OPTIONS" || /\/-\/\w+$/.test(targetPath(ctx.req.url ?? "")))
      return next();
    const { headers, refusal } = await rates.count(proxies.clientOf(ctx.req));
    (ctx as Measured)[rateHeaders] = headers;
    return refusal === undefined ? next() : refuse(ctx, refusal);
  };

  /** Refuses other hosts, pages that may not change anything, and bodies of the wrong size, else does the work; what goes wrong becomes an answer. */
  function guard(ctx: Context, work: () => Done): Done {
    try {
      const { method = "", headers } = ctx.req;
      const { host, origin } = headers;
      if (host !== undefined && !isHostAllowed(host)) return refuse(ctx, hostNotAllowed());
      if (countHosts(ctx.req) > 1) return refuse(ctx, badRequest("the Host header is given more than once"));
      // Browsers send some requests without asking, and keep only the answer from the page.
      if (origin !== undefined && !isHarmless(method) && !pages.takes(pageRequestOf(ctx.req, origin)))
        return refuse(ctx, originNotAllowed());
      const oversized = sizeFault(options, ctx);
      return oversized === undefined ? work()?.catch((error: unknown) => refuse(ctx, error)) : refuse(ctx, oversized);
    } catch (error) {
      return refuse(ctx, error);
    }
  }

  const answering: Middleware[] = [
    (ctx, next) =>
      guard(ctx, () => {
        const match = router.find(ctx.req.method ?? "", targetPath(ctx.req.url ?? ""));
        if (match === undefined) return next();
        (ctx as Measured)[operation] = match.id;
        return answer(ctx, match);
      }),
    preflight({
      pages,
      refuse,
      accept: async (ctx, headers) => send(ctx, await api.preflight(), headers),
    }),
    readiness(findUnready, { send, refuse }),
    ...(explorer === undefined ? [] : [landing(pageHeaders), serveExplorer(explorer)]),
    serveServices({ ...options, proxies, send, refuse }),
    (ctx) => {
      const methods = router.methodsOf(ctx.path);
      return refuse(ctx, methods.length > 0 ? methodNotAllowed(ctx.method, methods) : notServed(options, ctx));
    },
  ];
  const run = compose(answering);
  const runWatched = compose([logRequests(log), countRequest, ...answering]);
  // What watches requests can be switched on at any time; before every answer it would cost a twentieth.
  const isWatched = (): boolean => rates !== undefined || log.isLevelEnabled("debug");
  // Koa's own responder would put listeners on every answer and its connection: a fifth of the time of a short one.
  return {
    setRateLimit,
    answer(request, response) {
      const ctx: Measured = app.createContext(request, response);
      if (metrics !== undefined) ctx[began] = performance.now();
      if (request.method !== "POST") bodies.discard(ctx);
      (isWatched() ? runWatched : run)(ctx).catch((error: unknown) => ctx.onerror(error as Error));
    },
  };
}

/** Makes what writes refusals as clients of what they ask read them. */
function failingIn(options: AppOptions): (request: IncomingMessage, error: unknown) => Promise<ApiResponse> {
  const inFormOf = createFaultForms(options);
  return async (request, error) => inFormOf(request, await options.api.failure(error));
}

/** Makes what knows which pages may send what. */
function guardPages({ access, services, isLocalNetwork, isOwnPort }: AppOptions, router: ApiRouter): PageGuard {
  const changing = new Set(services.flatMap(({ changes }) => changes));
  return createPageGuard({
    ...{ allowOrigin: access.allowOrigin, allowHost: access.allowHost, isOwnPort },
    changesNetwork: (method, path) =>
      isLocalNetwork && (changing.has(path) || router.find(method, path)?.changesLedger === true),
  });
}

/** The refusal of a path that nothing serves; of a verb it names the command that has them. */
function notServed({ services }: Pick<AppOptions, "services">, { path }: Context): ApiError {
  const isVerb = /^\/v1\/-\/local\/\w+$/.test(path) && services.every(({ work }) => work !== "verbs");
  return routeNotFound(isVerb ? "verbs are served by 'ledger-node devnet', at the address of its API" : undefined);
}

/** Returns true for methods that change nothing. */
function isHarmless(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

/** The refusal of a body by its size. What services are asked may be all in the query, and some have bounds of their own. */
function sizeFault(
  { api, services }: Pick<AppOptions, "api" | "services">,
  { req: { method = "", headers, url = "" } }: Context,
): ApiError | undefined {
  const fault = api.checkBodySize(method, headers["content-length"]);
  const service = fault && services.find(({ routes }) => Object.hasOwn(routes, targetPath(url)));
  if (service === undefined) return fault;
  const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  return !hasBody || (fault?.status === 413 && service.largestBody !== undefined) ? undefined : fault;
}
