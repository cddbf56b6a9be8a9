import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Api, type ApiError, badRequest, headersTooLarge, requestTimeout } from "@ledger/api-core";
import { newestAnswerOf } from "./connections.ts";
import type { FaultForms } from "./fault-forms.ts";
import type { RequestBodies } from "./request-bodies.ts";

/** Stands for a request that could not be read. */
const unread = { url: "", headers: {} } as const;

/** Milliseconds that a refused client gets to send what it began and to read the answer, before its connection is cut. */
const linger = 1_000;

/** Names the fault in bytes that never became a request, or not a whole one. */
function faultOf({ code }: NodeJS.ErrnoException): ApiError {
  if (code === "HPE_HEADER_OVERFLOW") return headersTooLarge();
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return requestTimeout();
  return badRequest("the request is not well-formed HTTP");
}

/** Answers connections without a request that could be answered as every other refusal: documented body, ledger headers. */
export class ConnectionRefuser {
  readonly #api: Api;
  readonly #bodies: RequestBodies;
  readonly #inFormOf: FaultForms;
  readonly #refused = new WeakSet<Duplex>();

  /** @param inFormOf - writes refusals as clients of a path read them; without a request there is no path */
  constructor(api: Api, bodies: RequestBodies, inFormOf: FaultForms) {
    this.#api = api;
    this.#bodies = bodies;
    this.#inFormOf = inFormOf;
  }

  /** True once a connection has been refused: later bytes of it are ignored. */
  isRefused(socket: Duplex): boolean {
    return this.#refused.has(socket);
  }

  /** Answers what the HTTP parser refuses, after the answers that are under way on the connection, and closes it. */
  refuseFault(error: NodeJS.ErrnoException, socket: Duplex): void {
    if (this.#refused.has(socket)) return;
    const newest = newestAnswerOf(socket);
    const isAnswered = newest?.headersSent === true && !newest.req.complete;
    if (error.code === "ECONNRESET" || !socket.writable || isAnswered) socket.destroy();
    else if (newest === undefined || newest.writableFinished || !newest.req.complete)
      this.refuse(faultOf(error), socket);
    else newest.once("finish", () => this.refuse(faultOf(error), socket));
  }

  /** Refuses a request together with its connection. */
  refuseRequest(error: ApiError, req: IncomingMessage, res: ServerResponse): void {
    this.ignore(req, res);
    this.refuse(error, req.socket, req);
  }

  /** Leaves a request of a refused connection without an answer of its own. */
  ignore(req: IncomingMessage, res: ServerResponse): void {
    this.#bodies.discard({ req, res });
  }

  /** Answers a connection with a refusal and closes it. */
  refuse(error: ApiError, socket: Duplex, request: Pick<IncomingMessage, "url" | "headers"> = unread): void {
    if (this.#refused.has(socket)) return;
    this.#refused.add(socket);
    void this.#answer(error, socket, request);
  }

  async #answer(error: ApiError, socket: Duplex, request: Pick<IncomingMessage, "url" | "headers">): Promise<void> {
    // A request that came before the fault may be refused in this turn, for a reason of its own.
    await nextTurn();
    const { status, headers, body } = this.#inFormOf(request, await this.#api.failure(error));
    const newest = newestAnswerOf(socket);
    if (newest?.headersSent === true && !newest.req.complete) {
      // The request has been refused meanwhile, for another reason.
      socket.end();
      return;
    }
    const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
    for (const name in headers) lines.push(`${name}: ${headers[name]}`);
    const text = String(body ?? "");
    lines.push(`Content-Length: ${Buffer.byteLength(text)}`, `Date: ${new Date().toUTCString()}`, "Connection: close");
    if (socket.writable) socket.end(`${lines.join("\r\n")}\r\n\r\n${text}`);
    setTimeout(() => socket.destroy(), linger).unref();
  }
}
