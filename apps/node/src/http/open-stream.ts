import type { ServerResponse } from "node:http";
import { type Api, acceptsEvents, eventsContentType, payloadTooLarge } from "@ledger/api-core";
import type { Context } from "koa";
import { streamLimits } from "../stream/limits.ts";
import type { StreamHub } from "../stream/stream-hub.ts";
import type { SubscriptionHub } from "../stream/subscription-hub.ts";
import type { RouteMatch } from "./api-router.ts";
import type { TrustedProxies } from "./client-address.ts";
import { targetQuery } from "./request-target.ts";
import type { Send } from "./send.ts";

/** Parts of {@link createStreamOpener}. */
export interface StreamOpenerOptions {
  readonly api: Api;
  readonly streams: StreamHub;
  readonly proxies: TrustedProxies;
  readonly send: Send;
  readonly refuse: (ctx: Context, error: unknown) => Promise<void>;
}

/** Headers of a stream. The last is for proxies that would keep it until it ends. */
const streamHeaders = {
  Vary: "Accept",
  "Cache-Control": "no-store",
  "Content-Type": eventsContentType,
  "X-Accel-Buffering": "no",
} as const;

/** Parts of the server that begin a stream. */
type Opening = Pick<StreamOpenerOptions, "api" | "proxies" | "send" | "refuse">;

/** Begins the answer of a client's stream, or refuses it. @param open - takes the client on, and begins its answer */
async function beginStream(
  { api, proxies, send, refuse }: Opening,
  ctx: Context,
  open: (client: string, answer: () => ServerResponse) => void,
): Promise<void> {
  const { req, res } = ctx;
  try {
    const { headers } = await api.preflight();
    if (res.destroyed) return;
    open(proxies.clientOf(req), () => {
      send(ctx, { status: 200, headers: { ...headers, ...streamHeaders }, body: undefined, isOpen: true });
      return res;
    });
  } catch (error) {
    if (!res.destroyed) await refuse(ctx, error);
  }
}

/** Parts of {@link createSubscriptionOpener}. */
export interface SubscriptionOpenerOptions extends Opening {
  /** Absent where there is no index of tables. */
  readonly subscriptions: SubscriptionHub | undefined;
}

/** Makes what begins subscriptions, with the bodies of their requests. @returns `undefined` where there are none */
export function createSubscriptionOpener(
  options: SubscriptionOpenerOptions,
): ((ctx: Context, body: Uint8Array) => Promise<void>) | undefined {
  const { subscriptions, refuse } = options;
  if (subscriptions === undefined) return undefined;
  return (ctx, body) =>
    body.length > streamLimits.longestQuestion
      ? refuse(ctx, payloadTooLarge(streamLimits.longestQuestion))
      : beginStream(options, ctx, (client, answer) => subscriptions.open(client, body, answer));
}

/** Makes what begins streams. @returns `undefined` for requests of anything else, which is answered whole */
export function createStreamOpener(
  options: StreamOpenerOptions,
): (ctx: Context, match: RouteMatch) => Promise<void> | undefined {
  const { api, streams, send, refuse } = options;

  async function open(ctx: Context, { id, params }: RouteMatch): Promise<void> {
    const { req, res } = ctx;
    try {
      const query = targetQuery(req.url ?? "");
      const lastEventId = req.headers["last-event-id"];
      const request = api.streamRequest({ query }, lastEventId?.toString());
      const admission = await api.admit(id, { params, query });
      if ("status" in admission) return send(ctx, admission);
      await beginStream(options, ctx, (client, answer) => streams.open(client, request, answer));
    } catch (error) {
      if (!res.destroyed) await refuse(ctx, error);
    }
  }

  return (ctx, match) =>
    match.id === "get_stream" && ctx.req.method === "GET" && acceptsEvents(ctx.req.headers.accept)
      ? open(ctx, match)
      : undefined;
}
