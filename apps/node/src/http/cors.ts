import { type ApiError, originNotAllowed, requestMethodNotAllowed } from "@ledger/api-core";
import type { Context, Middleware, Next } from "koa";
import { nameOfHost } from "./allowed-hosts.ts";

/** Methods that a browser may use across origins. */
const allowedMethods = ["GET", "POST", "HEAD"] as const;

/** Adds names and values to a flat list of headers, for the origin and the host of a request. */
export type AddHeaders = (headers: string[], origin: string, host: string | undefined) => void;

/** Returns true if pages of an origin may use the host that they ask. */
export type AllowOrigin = (origin: string, host: string | undefined) => boolean;

/**
 * Decides which pages may use the node: those of the named origins, and its own.
 *
 * @param origins - those that may; every origin when absent
 * @param isOwnPort - returns true for the ports of this node: the explorer at one of them asks the services at the others
 */
export function allowedOrigins(
  origins: readonly string[] | undefined,
  isOwnPort: (port: number) => boolean,
): AllowOrigin {
  if (origins === undefined) return () => true;
  const allowed = new Set(origins);
  return (origin, host = "") => {
    if (allowed.has(origin)) return true;
    // An origin that hides itself is the text `null`.
    if (!URL.canParse(origin)) return false;
    const page = new URL(origin);
    return page.host === host.toLowerCase() || (page.hostname === nameOfHost(host) && isOwnPort(Number(page.port)));
  };
}

/**
 * Lets web pages read an answer. The origin is echoed with credentials allowed, because the official client sends
 * its requests in that mode; nothing here reads a credential, so nothing is given away by it.
 *
 * @param exposedHeaders - response headers that scripts of other origins may read
 * @see HTTP API §1.11 (routing, CORS), docs/decisions/0001
 */
export function originHeaders(exposedHeaders: readonly string[], isAllowed: AllowOrigin): AddHeaders {
  const exposed = exposedHeaders.join(", ");
  return (headers, origin, host) => {
    if (!isAllowed(origin, host)) return;
    headers.push("Access-Control-Allow-Origin", origin, "Access-Control-Allow-Credentials", "true");
    headers.push("Access-Control-Expose-Headers", exposed);
  };
}

/** Inputs of the preflight middleware. */
export interface PreflightOptions {
  readonly isAllowed: AllowOrigin;
  /** Answers a preflight that is refused. @param error - says why */
  readonly refuse: (ctx: Context, error: ApiError) => Promise<void>;
  /** Answers a good preflight. @param headers - what the browser may do */
  readonly accept: (ctx: Context, headers: Readonly<Record<string, string>>) => Promise<void>;
}

/** Answers the question of a browser whether it may send a request, for any path. */
export function preflight({ isAllowed, refuse, accept }: PreflightOptions): Middleware {
  return (ctx: Context, next: Next) => {
    const { method, headers } = ctx.req;
    if (method !== "OPTIONS" || headers.origin === undefined) return next();
    const wanted = headers["access-control-request-method"];
    if (wanted === undefined) return next();
    if (!isAllowed(headers.origin, headers.host)) return refuse(ctx, originNotAllowed());
    if (!allowedMethods.some((allowed) => allowed === wanted.toUpperCase())) {
      return refuse(ctx, requestMethodNotAllowed());
    }
    const wantedHeaders = headers["access-control-request-headers"];
    return accept(ctx, {
      "Access-Control-Allow-Methods": allowedMethods.join(", "),
      ...(wantedHeaders !== undefined && { "Access-Control-Allow-Headers": wantedHeaders }),
      "Access-Control-Max-Age": "86400",
    });
  };
}
