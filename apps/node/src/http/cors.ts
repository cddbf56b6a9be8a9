import { type ApiError, originNotAllowed, requestMethodNotAllowed } from "@ledger/api-core";
import type { Context, Middleware, Next } from "koa";

/** Methods that a browser may use across origins. */
const allowedMethods = ["GET", "POST", "HEAD"] as const;

/** Adds names and values to a flat list of headers. */
export type AddHeaders = (headers: string[], origin: string) => void;

/** Returns true if pages of an origin may read answers. */
export type AllowOrigin = (origin: string) => boolean;

/** @param origins - those that may; every origin when absent */
export function allowedOrigins(origins: readonly string[] | undefined): AllowOrigin {
  if (origins === undefined) return () => true;
  const allowed = new Set(origins);
  return (origin) => allowed.has(origin);
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
  return (headers, origin) => {
    if (!isAllowed(origin)) return;
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
    if (!isAllowed(headers.origin)) return refuse(ctx, originNotAllowed());
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
