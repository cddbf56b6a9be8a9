import type { ServerResponse } from "node:http";
import {
  type Admission,
  type Api,
  type ApiRequest,
  type ApiResponse,
  type FailedCall,
  overloaded,
  TooLargeHere,
  type WorkPlace,
} from "@ledger/api-core";
import type { Context } from "koa";
import type { StreamHub } from "../stream/stream-hub.ts";
import { ByteBudget } from "../work/byte-budget.ts";
import { type ContentEncoding, chooseEncoding, encodeResponse } from "../work/content-encoding.ts";
import type { LargeAnswers } from "../work/large-answers.ts";
import { memoryLimits, shareOf, smallBody } from "../work/limits.ts";
import { sampled, Turns } from "../work/turns.ts";
import type { LargeAnswerer } from "../work/work-thread.ts";
import type { RouteMatch } from "./api-router.ts";
import type { TrustedProxies } from "./client-address.ts";
import { createStreamOpener } from "./open-stream.ts";
import type { RequestBodies } from "./request-bodies.ts";
import { targetQuery } from "./request-target.ts";
import type { Send } from "./send.ts";
import { whileHere } from "./while-here.ts";

/** Requests that begin in one turn of the event loop: point reads of some milliseconds together. */
const requestsPerTurn = 16;

type Body = Uint8Array<ArrayBuffer>;

/** Inputs of {@link createAnswering}. */
export interface AnsweringOptions {
  readonly api: Api;
  readonly workThread: LargeAnswerer;
  /** Answers lists, where the index is; refuses them where there is none. */
  readonly listThread: LargeAnswerer;
  readonly largeAnswers: LargeAnswers;
  readonly streams: StreamHub;
  readonly bodies: RequestBodies;
  readonly proxies: TrustedProxies;
  readonly send: Send;
  readonly refuse: (ctx: Context, error: unknown) => Promise<void>;
  /** Called with code that failed where a request had it run. */
  readonly onFailedCall?: ((failed: FailedCall) => void) | undefined;
}

/** Answers a request of a route: now, or when its turn has come. */
export type AnswerRequest = (ctx: Context, match: RouteMatch) => void | Promise<void>;

/** Makes what answers the requests of the API. Point reads are answered in turns of the event loop, the others in their own turns. */
export function createAnswering(options: AnsweringOptions): AnswerRequest {
  const { api, bodies, proxies, send, refuse, onFailedCall } = options;
  const { costs, clientShare } = options.largeAnswers;
  const ofClient = shareOf(memoryLimits.bodiesOfClient, memoryLimits.bodies, clientShare);
  const bodyBytes = new ByteBudget(memoryLimits.bodies, ofClient);
  const openStream = createStreamOpener(options);
  const turns = new Turns(requestsPerTurn, setImmediate, (clients, milliseconds) => {
    const each = (milliseconds * sampled) / clients.length;
    for (const client of clients) costs.note(client, "point", each);
  });

  async function respond(ctx: Context, match: RouteMatch, body?: Body): Promise<void> {
    if (ctx.res.destroyed) return;
    try {
      const response = await makeAnswer(ctx, match, body);
      if (response.failedCall !== undefined) onFailedCall?.(response.failedCall);
      send(ctx, response, match.headers?.(ctx.req.headers.host));
    } catch (error) {
      // There is no one to answer when the client has left.
      if (!ctx.res.destroyed) await refuse(ctx, error).catch((fault: unknown) => ctx.onerror(fault as Error));
    }
  }

  async function makeAnswer(ctx: Context, { id, params }: RouteMatch, body: Body | undefined): Promise<ApiResponse> {
    const { url = "", headers } = ctx.req;
    // Several header lines of one name arrive as one comma-separated text, except where Node keeps only the first.
    const request = {
      params,
      query: targetQuery(url),
      accept: headers.accept,
      contentType: headers["content-type"],
      ifNoneMatch: headers["if-none-match"],
      body,
      signal: new LeaveSignal(ctx.res),
      during: <T>(wait: () => Promise<T>) => lookUp(ctx, wait),
    };
    const encoding = chooseEncoding(headers["accept-encoding"]);
    const asked = { id, request, encoding };
    const admission = await api.admit(id, request);
    if ("status" in admission) return admission;
    const { work, key } = admission;
    if (work !== "point") return answerInTurn(options, ctx, { work, key }, asked);
    try {
      return await encodeResponse(await api.handle(id, request), encoding);
    } catch (error) {
      if (!(error instanceof TooLargeHere)) throw error;
      return answerInTurn(options, ctx, { work: "bulk", key: error.key }, asked);
    }
  }

  /** Waits for another node on behalf of a point read, which has no place among others that it could give away. */
  function lookUp<T>({ req, res }: Context, wait: () => Promise<T>): Promise<T> {
    const client = proxies.clientOf(req);
    return whileHere(res, (signal) => options.largeAnswers.wait({ work: "lookup", client, signal }, wait));
  }

  return (ctx, match) => {
    const { req, res } = ctx;
    const stream = openStream(ctx, match);
    if (stream !== undefined) return stream;
    if (req.method !== "POST") {
      turns.add(() => void respond(ctx, match), proxies.clientOf(req));
      return undefined;
    }
    const length = Number(req.headers["content-length"]);
    if (length > smallBody) {
      const release = bodyBytes.take(proxies.clientOf(req), length);
      if (release === undefined) return refuse(ctx, overloaded());
      res.once("close", release);
    }
    bodies.read(ctx, length, (body) => turns.add(() => void respond(ctx, match, body), proxies.clientOf(req)));
    return undefined;
  };
}

/** An admission of what is more than a point read. */
interface AdmissionInTurn extends Admission {
  readonly work: Exclude<WorkPlace, "point">;
}

/** A request that waits for its turn. */
interface RequestInTurn {
  /** Operation id. */
  readonly id: string;
  readonly request: ApiRequest & { readonly body: Body | undefined };
  /** Compression of the answer. */
  readonly encoding: ContentEncoding | undefined;
}

/**
 * Answers a request that is more than a point read, when its turn has come: by waiting for the pool or for another node, or in the thread,
 * which is the first to read it.
 *
 * @throws ApiError 503 when there is too much to do
 */
async function answerInTurn(
  { api, workThread, listThread, largeAnswers, proxies }: AnsweringOptions,
  { req, res }: Context,
  { work, key }: AdmissionInTurn,
  { id, request, encoding }: RequestInTurn,
): Promise<ApiResponse> {
  const client = proxies.clientOf(req);
  return whileHere(res, async (here) => {
    const asked = { client, signal: here, key: undefined };
    if (work === "forwarded" || work === "submission") {
      return largeAnswers.answer({ ...asked, work }, ({ signal }) => api.handle(id, { ...request, signal }));
    }
    const { params, accept, contentType, ifNoneMatch, body } = request;
    const { relay } = api;
    // The thread takes the body with it, and another node may be asked after it.
    const kept = relay && body?.slice();
    const query = `${request.query}`;
    const question = { work, route: id, params, query, accept, contentType, ifNoneMatch, body, encoding };
    const shared = { ...asked, work, key: key && `${encoding ?? ""} ${key}` };
    const thread = work === "list" ? listThread : workThread;
    const made = await largeAnswers.answer(shared, (making) => thread.answer(question, making));
    if (made.isUnknownHere !== true || relay === undefined) return made;
    return largeAnswers.answer({ ...asked, work: "forwarded" }, ({ signal }) =>
      relay(id, { ...request, body: kept, signal }),
    );
  });
}

/**
 * Reports that the client of an answer has left: listening for it would cost every request. A class: the engine makes
 * a literal with a getter a shape of its own, which lives until the next collection of the whole heap, and the request with it.
 */
class LeaveSignal {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  get aborted(): boolean {
    return this.#response.destroyed;
  }
}
