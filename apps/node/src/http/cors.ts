import type { Context, Middleware, Next } from "koa";

/** Methods that a browser may use across origins. */
const allowedMethods = ["GET", "POST", "HEAD"] as const;

/** What the CORS middleware is made with. */
export interface CorsOptions {
  /** Response headers that scripts of other origins may read. */
  readonly exposedHeaders: readonly string[];
  /** Answers a preflight that asks for a method no route has. */
  readonly refuse: (ctx: Context, reason: string) => Promise<void>;
  /** Answers a good preflight: everything but the CORS headers. */
  readonly accept: (ctx: Context) => Promise<void>;
}

/**
 * Lets every web page read the API. The origin is echoed with credentials allowed, because the official client sends
 * its requests in that mode; nothing here reads a credential, so nothing is given away by it.
 *
 * @see HTTP API §1.11 (routing, CORS)
 */
export function cors(options: CorsOptions): Middleware {
  const exposed = options.exposedHeaders.join(", ");
  return async (ctx: Context, next: Next) => {
    ctx.vary("Origin");
    const origin = ctx.get("Origin");
    if (origin === "") return next();
    ctx.set("Access-Control-Allow-Origin", origin);
    ctx.set("Access-Control-Allow-Credentials", "true");
    ctx.set("Access-Control-Expose-Headers", exposed);
    const method = ctx.get("Access-Control-Request-Method");
    if (ctx.method !== "OPTIONS" || method === "") return next();
    if (!allowedMethods.some((allowed) => allowed === method.toUpperCase())) {
      return options.refuse(ctx, "request-method not allowed");
    }
    ctx.set("Access-Control-Allow-Methods", allowedMethods.join(", "));
    const headers = ctx.get("Access-Control-Request-Headers");
    if (headers !== "") ctx.set("Access-Control-Allow-Headers", headers);
    ctx.set("Access-Control-Max-Age", "86400");
    return options.accept(ctx);
  };
}
