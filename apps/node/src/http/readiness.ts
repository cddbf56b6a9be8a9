import { ApiError, apiRoot, badRequest } from "@ledger/api-core";
import type { Context, Middleware } from "koa";
import { readDuration } from "../health/probes.ts";
import { targetPath, targetQuery } from "./request-target.ts";
import type { Send } from "./send.ts";

const paths: readonly string[] = ["/-/ready", `${apiRoot}/-/ready`];

/** Answers whether requests should be sent here, for balancers that know only the address of the API. */
export function readiness(
  findUnready: (durationSecs: number | undefined) => Promise<string | undefined>,
  { send, refuse }: { readonly send: Send; readonly refuse: (ctx: Context, error: unknown) => Promise<void> },
): Middleware {
  return async (ctx, next) => {
    const { method, url = "" } = ctx.req;
    if (!paths.includes(targetPath(url)) || (method !== "GET" && method !== "HEAD")) return next();
    const duration = readDuration(targetQuery(url));
    if (Number.isNaN(duration)) return refuse(ctx, badRequest("duration_secs must be a whole number of seconds"));
    const reason = await findUnready(duration);
    if (reason !== undefined) return refuse(ctx, new ApiError("health_check_failed", reason));
    const headers = { "Content-Type": "application/json", "Cache-Control": "no-store" };
    send(ctx, { status: 200, headers, body: '{"message":"ledger-node:ready"}', error: undefined });
  };
}
