import type { ApiResponse } from "@ledger/api-core";
import type { Context } from "koa";
import type { Logger } from "../logger.ts";

/**
 * Puts a complete answer of the API on the wire. Success and error leave by this one door; the cause of a fault goes to
 * the log and nowhere else.
 */
export function sendApiResponse(ctx: Context, response: ApiResponse, log: Logger): void {
  if (response.status >= 500 && response.error !== undefined) {
    log.error({ path: ctx.path, status: response.status, err: response.error.cause ?? response.error }, "fault");
  }
  ctx.status = response.status;
  const { body } = response;
  if (typeof body === "string") ctx.body = body;
  // Koa takes only a Buffer for bytes: a bare Uint8Array would be sent as a JSON object. This is a view, not a copy.
  else if (body !== undefined) ctx.body = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  else ctx.body = null;
  // Koa turns an empty body into 204; the answer's own status stands.
  ctx.status = response.status;
  for (const [name, value] of Object.entries(response.headers)) {
    if (name === "Vary") ctx.vary(value);
    else ctx.set(name, value);
  }
}
