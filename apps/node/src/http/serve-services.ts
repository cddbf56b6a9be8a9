import { methodNotAllowed, overloaded, payloadTooLarge } from "@ledger/api-core";
import type { HttpService, ServiceBounds, ServiceRequest, ServiceResponse } from "@ledger/local-services";
import type { Context, Middleware } from "koa";
import { ByteBudget } from "../work/byte-budget.ts";
import { chooseEncoding, encodeResponse } from "../work/content-encoding.ts";
import type { RequestBodies } from "./request-bodies.ts";
import { targetPath, targetQuery } from "./request-target.ts";
import type { Send } from "./send.ts";

/** Bounds of a service that has none of its own: its requests are short. */
const usualBounds: ServiceBounds = { body: 64 * 1024, underWay: 4_096 };

/** Bytes of larger bodies that are held at a time. */
const heldBodies = 256 * 2 ** 20;

/** Inputs of {@link serveServices}. */
export interface ServeServicesOptions {
  readonly services: readonly HttpService[];
  readonly bodies: RequestBodies;
  readonly send: Send;
  readonly refuse: (ctx: Context, error: unknown) => Promise<void>;
}

/** Serves what answers besides the API: the faucet and the indexer's queries of a local network, the verbs of one for tests. */
export function serveServices({ services, bodies, send, refuse }: ServeServicesOptions): Middleware {
  const mounted = services.map((service) => ({ service, bounds: service.bounds ?? usualBounds, underWay: 0 }));
  const byPath = new Map(mounted.flatMap((mount) => Object.keys(mount.service.routes).map((path) => [path, mount])));
  const budget = new ByteBudget(heldBodies);

  async function answer(ctx: Context, mount: (typeof mounted)[number], request: ServiceRequest): Promise<void> {
    mount.underWay++;
    try {
      await reply(ctx, await mount.service.handle(request));
    } catch (error) {
      await refuse(ctx, error);
    } finally {
      mount.underWay--;
    }
  }

  async function reply(ctx: Context, { status, headers, body }: ServiceResponse): Promise<void> {
    const whole = { status, headers: { Vary: "Accept-Encoding", "Cache-Control": "no-store", ...headers }, body };
    const encoded = await encodeResponse(whole, chooseEncoding(ctx.req.headers["accept-encoding"]));
    if (!ctx.res.destroyed) send(ctx, encoded);
  }

  return (ctx, next) => {
    const { req, res } = ctx;
    const path = targetPath(req.url ?? "");
    const mount = byPath.get(path);
    if (mount === undefined) return next();
    const { service, bounds, underWay } = mount;
    const method = req.method === "HEAD" ? "GET" : (req.method ?? "");
    const methods: readonly string[] = service.routes[path]!;
    if (!methods.includes(method)) return refuse(ctx, methodNotAllowed(method, methods));
    const query = targetQuery(req.url ?? "");
    const header = (name: string): string | undefined => req.headers[name]?.toString();
    const asked = { method, path, query, header, isOfThisMachine: isLoopbackPeer(req.socket.remoteAddress) };
    const refusal = service.refuse?.(asked);
    if (refusal !== undefined) return reply(ctx, refusal);
    if (underWay >= bounds.underWay) return refuse(ctx, overloaded());
    if (method === "GET") return answer(ctx, mount, { ...asked, body: new Uint8Array() });
    const length = Number(req.headers["content-length"] ?? 0);
    if (length > bounds.body) return refuse(ctx, payloadTooLarge(bounds.body));
    if (length > usualBounds.body) {
      const release = budget.take("", length);
      if (release === undefined) return refuse(ctx, overloaded());
      res.once("close", release);
    }
    bodies.read(ctx, length, (body) => void answer(ctx, mount, { ...asked, body }));
    return undefined;
  };
}

/** Returns true if the address of the other end of a connection is this machine's own. */
function isLoopbackPeer(address: string | undefined): boolean {
  return address !== undefined && /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/.test(address);
}
