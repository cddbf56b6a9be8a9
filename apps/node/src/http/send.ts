import type { IncomingMessage, ServerResponse } from "node:http";
import { type ApiResponse, overloaded } from "@ledger/api-core";
import type { Context } from "koa";
import { type Logger, say } from "../logger.ts";
import type { ByteBudget } from "../work/byte-budget.ts";
import { damageOf } from "../work/damage.ts";
import { smallAnswer } from "../work/limits.ts";
import { Turns } from "../work/turns.ts";
import { type AddHeaders, pageRequestOf } from "./cors.ts";
import type { RequestBodies } from "./request-bodies.ts";
import { givenRequestId, makeRequestId, requestIdHeader } from "./request-id.ts";
import { targetPath } from "./request-target.ts";
import { forBrowser, isShared } from "./shared-answers.ts";

/**
 * Puts a complete answer of the API on the wire.
 *
 * @param extra - headers in addition to the answer's own
 * @throws ApiError 503 for a large answer while too many others have not been taken by their clients
 */
export type Send = (ctx: Context, response: SentResponse, extra?: Readonly<Record<string, string>>) => void;

/** An answer, or the beginning of one whose body follows. */
export interface SentResponse extends ApiResponse {
  /** True if the body follows, and the connection is to stay open. */
  readonly isOpen?: boolean;
}

/** Bytes of a large answer that are handed to its connection at one time, and how often that is done in one turn of the event loop. */
const sliceBytes = 256 * 1024;
const slicesPerTurn = 4;

/** Inputs of {@link createSend}. */
export interface SendOptions {
  readonly addOrigin: AddHeaders;
  /** Counts large answers that clients have not taken yet. */
  readonly held: ByteBudget;
  readonly bodies: RequestBodies;
  readonly log: Logger;
  /** Called with what an answer said of a damaged ledger. */
  readonly onDamage?: ((damage: string) => void) | undefined;
  /** True where a cache is in front of the node and may give an answer to pages of every origin. */
  readonly sharesAnswers: boolean;
}

/**
 * Creates the one door by which every answer of the API leaves, success and refusal alike. It writes to Node's response
 * itself: Koa's own way sets header after header and looks at the body again. The cause of a fault goes to the log and nowhere
 * else.
 */
export function createSend({ addOrigin, held, bodies, log, onDamage, sharesAnswers }: SendOptions): Send {
  const slices = new Turns(slicesPerTurn);
  return (ctx, response, extra) => {
    const { req, res } = ctx;
    const { status, body } = response;
    const { origin } = req.headers;
    const own = sharesAnswers && origin !== undefined ? forBrowser(response.headers) : response.headers;
    if (!req.complete) bodies.discard(ctx);
    let id = givenRequestId(req.headers);
    if (status >= 500 && response.error !== undefined) {
      id ??= makeRequestId();
      const damage = damageOf(response.error.cause);
      if (damage === undefined) logFault(log, req, status, response.error, id);
      else {
        onDamage?.(damage);
        const fields = { requestId: id, path: targetPath(req.url ?? ""), status, reason: damage };
        say(log, "error", { message: "ledger damaged", fields, text: `${fields.path} not answered: ${damage}` });
      }
    }
    if (response.answeredBy !== undefined) logForwarded(log, req, status, response.answeredBy);
    const headers: string[] = id === undefined ? [] : [requestIdHeader, id];
    const isForAll = sharesAnswers && origin === undefined && isShared(own);
    for (const name in own) {
      const value = own[name]!;
      headers.push(name, name === "Vary" && !isForAll ? `Origin, ${value}` : value);
    }
    if (extra !== undefined) for (const name in extra) headers.push(name, extra[name]!);
    if (origin !== undefined) addOrigin(headers, pageRequestOf(req, origin));
    if (response.isOpen === true) {
      res.writeHead(status, headers);
      return res.flushHeaders();
    }
    if (status === 304) return void res.writeHead(status, headers).end();

    const length = body === undefined ? 0 : typeof body === "string" ? Buffer.byteLength(body) : body.length;
    headers.push("Content-Length", `${length}`);
    if (body === undefined) return void res.writeHead(status, headers).end();
    if (length <= smallAnswer) {
      // A head and a body leave as one text: apart they cost a tenth more. Latin-1 keeps every byte as it is.
      if (typeof body === "string") return void res.writeHead(status, headers).end(body);
      const text = Buffer.from(body.buffer, body.byteOffset, length).toString("latin1");
      return void res.writeHead(status, headers).end(text, "latin1");
    }
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    const release = held.hold(bytes);
    if (release === undefined) throw overloaded();
    res.once("close", release);
    res.writeHead(status, headers);
    if (req.method === "HEAD") return void res.end();
    return writeSlices(res, bytes, slices);
  };
}

/**
 * Hands over a body as the client takes it, so that its progress can be seen; the system's buffers may take megabytes at once,
 * which must not keep the others waiting.
 */
function writeSlices(res: ServerResponse, body: Uint8Array, turns: Turns): void {
  let at = 0;
  const next = (): void => turns.add(write);
  const write = (): void => {
    if (res.destroyed) return;
    const slice = body.subarray(at, at + sliceBytes);
    at += sliceBytes;
    if (at >= body.length) res.off("drain", next).end(slice);
    else if (res.write(slice)) next();
  };
  res.on("drain", next);
  next();
}

/** An answer that nothing here has verified is never given in silence. */
function logForwarded(log: Logger, req: IncomingMessage, status: number, node: string): void {
  const path = targetPath(req.url ?? "");
  say(log, "info", {
    message: "forwarded",
    fields: { path, status, node },
    text: `forward   ${path} was answered by ${node} (${status})`,
  });
}

/**
 * Logs a fault. Silence of another node is a warning, and a refusal for too many requests or transactions is expected: only a fault of this
 * node has a stack worth reading.
 */
function logFault(log: Logger, req: IncomingMessage, status: number, error: Error, requestId: string): void {
  const path = targetPath(req.url ?? "");
  if (status === 503 && error.cause === undefined) return;
  const cause = error.cause ?? error;
  // A pool that is full: any client can fill it, and would fill the log too.
  if (status === 507) {
    log.debug({ requestId, path, status, reason: error.message }, "refused");
    return;
  }
  if (status !== 503) {
    log.error({ requestId, path, status, err: cause }, "fault");
    return;
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  say(log, "warn", {
    message: "not answered",
    fields: { requestId, path, status, reason },
    text: `${path} answered with 503: ${reason}`,
  });
}
