import type { Middleware } from "koa";
import type { Logger } from "../logger.ts";
import { targetPath } from "./request-target.ts";

/** Writes a line per request, when its answer is out. Mounted only where such lines are wanted: making them costs as much as a short answer. */
export function logRequests(log: Logger): Middleware {
  return (ctx, next) => {
    const { req, res } = ctx;
    const started = performance.now();
    res.once("close", () => {
      const milliseconds = Math.round((performance.now() - started) * 1000) / 1000;
      log.debug(
        { method: req.method, path: targetPath(req.url ?? ""), status: res.statusCode, milliseconds },
        "request",
      );
    });
    return next();
  };
}
