import type { Middleware } from "koa";
import type { Logger } from "../logger.ts";
import { givenRequestId } from "./request-id.ts";
import { targetPath } from "./request-target.ts";

/** Writes a line per request, when its answer is out. Only while such lines are wanted: making them costs as much as a short answer. */
export function logRequests(log: Logger): Middleware {
  return (ctx, next) => {
    if (!log.isLevelEnabled("debug")) return next();
    const { req, res } = ctx;
    const started = performance.now();
    res.once("close", () => {
      const milliseconds = Math.round((performance.now() - started) * 1000) / 1000;
      log.debug(
        {
          requestId: givenRequestId(req.headers),
          method: req.method,
          path: targetPath(req.url ?? ""),
          status: res.statusCode,
          milliseconds,
        },
        "request",
      );
    });
    return next();
  };
}
