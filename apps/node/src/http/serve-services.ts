import { methodNotAllowed, payloadTooLarge } from "@ledger/api-core";
import type { HttpService, ServiceResponse } from "@ledger/devnet/services";
import type { Context, Middleware } from "koa";
import { chooseEncoding, encodeResponse } from "./content-encoding.ts";
import type { RequestBodies } from "./request-bodies.ts";
import { targetPath, targetQuery } from "./request-target.ts";
import type { Send } from "./send.ts";

/** Largest request of a service, bytes. */
const maxBody = 64 * 1024;

/** What serving services takes. */
export interface ServeServicesOptions {
  readonly services: readonly HttpService[];
  readonly bodies: RequestBodies;
  readonly send: Send;
  readonly refuse: (ctx: Context, error: unknown) => Promise<void>;
}

/** Serves what answers besides the API: the faucet and the indexer's queries of a local network. */
export function serveServices({ services, bodies, send, refuse }: ServeServicesOptions): Middleware {
  const byPath = new Map(services.flatMap((service) => Object.keys(service.routes).map((path) => [path, service])));

  async function answer(ctx: Context, response: Promise<ServiceResponse>): Promise<void> {
    try {
      const { status, headers, body } = await response;
      const whole = { status, headers: { Vary: "Accept-Encoding", "Cache-Control": "no-store", ...headers }, body };
      const encoded = await encodeResponse(whole, chooseEncoding(ctx.req.headers["accept-encoding"]));
      if (!ctx.res.destroyed) send(ctx, encoded);
    } catch (error) {
      await refuse(ctx, error);
    }
  }

  return (ctx, next) => {
    const { req } = ctx;
    const path = targetPath(req.url ?? "");
    const service = byPath.get(path);
    if (service === undefined) return next();
    const method = req.method === "HEAD" ? "GET" : (req.method ?? "");
    const methods: readonly string[] = service.routes[path]!;
    if (!methods.includes(method)) return refuse(ctx, methodNotAllowed(method, methods));
    const query = targetQuery(req.url ?? "");
    const header = (name: string): string | undefined => req.headers[name]?.toString();
    if (method === "GET") return answer(ctx, service.handle({ method, path, query, body: new Uint8Array(), header }));
    const length = Number(req.headers["content-length"] ?? 0);
    if (length > maxBody) return refuse(ctx, payloadTooLarge(maxBody));
    bodies.read(ctx, length, (body) => void answer(ctx, service.handle({ method, path, query, body, header })));
    return undefined;
  };
}
