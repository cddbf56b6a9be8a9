import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type Api, type ApiError, badRequest, headersTooLarge, requestTimeout } from "@ledger/api-core";

/** Milliseconds that a refused client gets to read the answer before its connection is cut. */
const LINGER = 500;

/** What was wrong with bytes that never became a request, or not a whole one. */
function faultOf({ code }: NodeJS.ErrnoException): ApiError {
  if (code === "HPE_HEADER_OVERFLOW") return headersTooLarge();
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return requestTimeout();
  return badRequest("the request is not well-formed HTTP");
}

/** Where a connection keeps the answer to its newest request. A property, because every request sets it. */
const newestAnswer = Symbol("newest answer");

type Connection = Duplex & { [newestAnswer]?: ServerResponse };

/** Answers what the HTTP parser refuses as every other fault is answered: documented body, ledger headers. */
export class ConnectionRefuser {
  readonly #api: Api;
  readonly #refused = new WeakSet<Duplex>();

  constructor(api: Api) {
    this.#api = api;
  }

  /** Notes a request, so that a refusal is not written into its answer. */
  track(response: ServerResponse): void {
    (response.req.socket as Connection)[newestAnswer] = response;
  }

  /** Answers a faulty connection, behind the answers that are under way on it, and closes it. */
  refuse(error: NodeJS.ErrnoException, socket: Connection): void {
    // The rest of a refused connection is faulty, too.
    if (this.#refused.has(socket)) return;
    this.#refused.add(socket);
    const newest = socket[newestAnswer];
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else if (newest === undefined || newest.writableFinished) void this.#answer(error, socket);
    else if (newest.req.complete) newest.once("finish", () => void this.#answer(error, socket));
    else if (newest.headersSent) socket.destroy();
    else void this.#answer(error, socket);
  }

  async #answer(error: NodeJS.ErrnoException, socket: Duplex): Promise<void> {
    const { status, headers, body } = await this.#api.failure(faultOf(error));
    const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
    for (const name in headers) lines.push(`${name}: ${headers[name]}`);
    const text = String(body ?? "");
    lines.push(`Content-Length: ${Buffer.byteLength(text)}`, `Date: ${new Date().toUTCString()}`, "Connection: close");
    if (socket.writable) socket.end(`${lines.join("\r\n")}\r\n\r\n${text}`);
    setTimeout(() => socket.destroy(), LINGER).unref();
  }
}
