import type { Middleware } from "koa";
import type { Logger } from "../logger.ts";

/** Writes a line per request. Mounted only where such lines are wanted: making them costs as much as a short answer. */
export function logRequests(log: Logger): Middleware {
  return async (ctx, next) => {
    const started = performance.now();
    await next();
    log.debug(
      {
        method: ctx.method,
        path: ctx.path,
        status: ctx.res.statusCode,
        milliseconds: Math.round((performance.now() - started) * 1000) / 1000,
      },
      "request",
    );
  };
}
