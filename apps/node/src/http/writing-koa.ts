import Koa, { type Context } from "koa";

/**
 * Koa for middleware that write to Node's response themselves. Koa's own handler stands ready to send a body that they leave
 * in the context, and listens on response and connection for faults of sending it: a tenth of the time of a short answer, for
 * which there is no use here.
 */
export class WritingKoa extends Koa {
  /** Runs the middleware; a fault that none of them answered goes to Koa's last resort. */
  handleRequest(ctx: Context, run: (ctx: Context) => Promise<void>): Promise<void> {
    return run(ctx).catch((error: unknown) => ctx.onerror(error as Error));
  }
}
