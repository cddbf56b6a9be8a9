import { type ApiResponse, acceptsEvents, methodNotAllowed, overloaded, payloadTooLarge } from "@ledger/api-core";
import type { HttpService, ServiceRequest, ServiceResponse } from "@ledger/local-services";
import type { Context, Middleware } from "koa";
import { ByteBudget } from "../work/byte-budget.ts";
import { chooseEncoding, encodeResponse } from "../work/content-encoding.ts";
import type { LargeAnswers } from "../work/large-answers.ts";
import { memoryLimits, shareOf, smallBody } from "../work/limits.ts";
import type { Making } from "../work/work-thread.ts";
import { createSubscriptionOpener, type SubscriptionOpenerOptions } from "./open-stream.ts";
import type { RequestBodies } from "./request-bodies.ts";
import { targetPath, targetQuery } from "./request-target.ts";
import { whileHere } from "./while-here.ts";

/** Largest body of a service that names no bound: its requests are short. Bytes. */
const usualBody = 64 * 1024;

/** Bytes of larger bodies that are held at a time. */
const heldBodies = 256 * 2 ** 20;

/** A service as this server hands requests to it; its answers may be made elsewhere, as bytes. */
export interface NodeService extends Omit<HttpService, "handle"> {
  /** @param making - absent where the service belongs to no class of work */
  handle(
    request: ServiceRequest,
    making: Making | undefined,
  ): Promise<Pick<ApiResponse, "status" | "headers" | "body">>;
}

/** Inputs of {@link serveServices}. */
export interface ServeServicesOptions extends SubscriptionOpenerOptions {
  readonly services: readonly NodeService[];
  readonly largeAnswers: LargeAnswers;
  readonly bodies: RequestBodies;
}

/** Serves what answers besides the API: the faucet and the indexer's queries of a local network, the verbs of one for tests. */
export function serveServices(options: ServeServicesOptions): Middleware {
  const { services, largeAnswers, bodies, proxies, send, refuse } = options;
  const openSubscription = createSubscriptionOpener(options);
  const byPath = new Map(services.flatMap((service) => Object.keys(service.routes).map((path) => [path, service])));
  const ofClient = shareOf(memoryLimits.bodiesOfClient, heldBodies, largeAnswers.clientShare);
  const budget = new ByteBudget(heldBodies, ofClient);

  async function answer(ctx: Context, service: NodeService, request: ServiceRequest): Promise<void> {
    const { work } = service;
    const client = proxies.clientOf(ctx.req);
    try {
      const made = await whileHere(ctx.res, (signal) =>
        work === undefined
          ? service.handle({ ...request, signal }, undefined)
          : largeAnswers.answer({ work, client, signal, key: undefined }, (making) =>
              service.handle({ ...request, signal: making.signal }, making),
            ),
      );
      await reply(ctx, made);
    } catch (error) {
      // There is no one to answer when the client has left.
      if (!ctx.res.destroyed) await refuse(ctx, error);
    }
  }

  async function reply(ctx: Context, { status, headers, body }: ServiceResponse | ApiResponse): Promise<void> {
    const whole = { status, headers: { Vary: "Accept-Encoding", "Cache-Control": "no-store", ...headers }, body };
    const encoded = await encodeResponse(whole, chooseEncoding(ctx.req.headers["accept-encoding"]));
    if (!ctx.res.destroyed) send(ctx, encoded);
  }

  return (ctx, next) => {
    const { req, res } = ctx;
    const path = targetPath(req.url ?? "");
    const service = byPath.get(path);
    if (service === undefined) return next();
    const method = req.method === "HEAD" ? "GET" : (req.method ?? "");
    const methods: readonly string[] = service.routes[path]!;
    if (!methods.includes(method)) return refuse(ctx, methodNotAllowed(method, methods));
    const query = targetQuery(req.url ?? "");
    const header = (name: string): string | undefined => req.headers[name]?.toString();
    const { remoteAddress: address } = req.socket;
    const asked = { method, path, query, header, address, isOfThisMachine: isLoopbackPeer(address) };
    const refusal = service.refuse?.(asked);
    if (refusal !== undefined) return reply(ctx, refusal);
    if (method === "GET") return answer(ctx, service, { ...asked, body: new Uint8Array() });
    const length = Number(req.headers["content-length"] ?? 0);
    const { largestBody = usualBody } = service;
    if (length > largestBody) return refuse(ctx, payloadTooLarge(largestBody));
    if (length > smallBody) {
      const release = budget.take(proxies.clientOf(req), length);
      if (release === undefined) return refuse(ctx, overloaded());
      res.once("close", release);
    }
    const subscribe = service.work === "graphql" && acceptsEvents(req.headers.accept) ? openSubscription : undefined;
    bodies.read(
      ctx,
      length,
      (body) => void (subscribe === undefined ? answer(ctx, service, { ...asked, body }) : subscribe(ctx, body)),
    );
    return undefined;
  };
}

/** Returns true if the address of the other end of a connection is this machine's own. */
function isLoopbackPeer(address: string | undefined): boolean {
  return address !== undefined && /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/.test(address);
}
