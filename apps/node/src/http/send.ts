import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiResponse } from "@ledger/api-core";
import type { Context } from "koa";
import type { Logger } from "../logger.ts";
import { type ContentEncoding, chooseEncoding, compress } from "./content-encoding.ts";
import { originHeaders } from "./cors.ts";
import { targetPath } from "./request-target.ts";

/** Puts a complete answer of the API on the wire. @param extra - headers beside the answer's own */
export type Send = (
  ctx: Context,
  response: ApiResponse,
  extra?: Readonly<Record<string, string>>,
) => void | Promise<void>;

/** Answers shorter than this are sent as they are: compressing them saves no packet. */
const COMPRESSION_THRESHOLD = 1024;

const compressible = /^(?:application\/(?:json|x-yaml)|text\/)/;

/**
 * Creates the one door by which every answer of the API leaves, success and refusal alike. It writes to Node's response
 * itself, in one piece: Koa's own way sets header after header and looks at the body again. The cause of a fault goes to
 * the log and nowhere else.
 */
export function createSend(exposedHeaders: readonly string[], log: Logger): Send {
  const addOrigin = originHeaders(exposedHeaders);
  return (ctx, response, extra) => {
    const { req, res } = ctx;
    const { status, body, headers: own } = response;
    if (status >= 500 && response.error !== undefined) logFault(log, req, status, response.error);
    const headers: string[] = [];
    for (const name in own) {
      const value = own[name]!;
      headers.push(name, name === "Vary" ? `Origin, ${value}` : value);
    }
    if (extra !== undefined) for (const name in extra) headers.push(name, extra[name]!);
    if (req.headers.origin !== undefined) addOrigin(headers, req.headers.origin);
    if (status === 304) return void res.writeHead(status, headers).end();

    const length = body === undefined ? 0 : typeof body === "string" ? Buffer.byteLength(body) : body.length;
    if (length >= COMPRESSION_THRESHOLD && compressible.test(own["Content-Type"] ?? "")) {
      const encoding = chooseEncoding(req.headers["accept-encoding"]);
      if (encoding !== undefined) return sendCompressed(res, status, headers, encoding, toBuffer(body!));
    }
    headers.push("Content-Length", `${length}`);
    res.writeHead(status, headers);
    return void res.end(body);
  };
}

async function sendCompressed(
  res: ServerResponse,
  status: number,
  headers: string[],
  encoding: ContentEncoding,
  body: Uint8Array,
): Promise<void> {
  const compressed = await compress(encoding, body);
  const tag = headers.indexOf("ETag") + 1;
  // A strong tag names the bytes that are sent; these are other ones, of the same meaning.
  if (tag > 0) headers[tag] = `W/${headers[tag]}`;
  headers.push("Content-Encoding", encoding, "Content-Length", `${compressed.length}`);
  res.writeHead(status, headers).end(compressed);
}

/** Bytes of a body. Of bytes it is a view, not a copy. */
function toBuffer(body: string | Uint8Array): Buffer {
  return typeof body === "string" ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

/** What somebody else does not answer is a warning; only a fault of this node has a stack that tells anything. */
function logFault(log: Logger, req: IncomingMessage, status: number, error: Error): void {
  const path = targetPath(req.url ?? "");
  const cause = error.cause ?? error;
  if (status !== 503) log.error({ path, status, err: cause }, "fault");
  else log.warn(`${path} answered with 503: ${cause instanceof Error ? cause.message : String(cause)}`);
}
