import type { ServerResponse } from "node:http";
import {
  type Api,
  type ApiResponse,
  type FailedCall,
  overloaded,
  TooLargeHere,
  type WorkPlace,
} from "@ledger/api-core";
import type { Context } from "koa";
import { answerInTurn, type RequestInTurn } from "../work/answer-in-turn.ts";
import { ByteBudget } from "../work/byte-budget.ts";
import { chooseEncoding, encodeResponse } from "../work/content-encoding.ts";
import type { LargeAnswers } from "../work/large-answers.ts";
import { memoryLimits, smallBody } from "../work/limits.ts";
import { Turns } from "../work/turns.ts";
import type { LargeAnswerer } from "../work/work-thread.ts";
import type { RouteMatch } from "./api-router.ts";
import type { TrustedProxies } from "./client-address.ts";
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
  readonly listThread: LargeAnswerer;
  readonly largeAnswers: LargeAnswers;
  readonly bodies: RequestBodies;
  readonly proxies: TrustedProxies;
  readonly send: Send;
  readonly refuse: (ctx: Context, error: unknown) => Promise<void>;
  /** Called with code that failed where a request had it run. */
  readonly onFailedCall: ((failed: FailedCall) => void) | undefined;
}

/** Answers a request of a route: now, or when its turn has come. */
export type AnswerRequest = (ctx: Context, match: RouteMatch) => void | Promise<void>;

/** Makes what answers the requests of the API. Point reads are answered in turns of the event loop, the others in their own turns. */
export function createAnswering(options: AnsweringOptions): AnswerRequest {
  const { api, bodies, proxies, send, refuse, onFailedCall } = options;
  const bodyBytes = new ByteBudget(memoryLimits.bodies, memoryLimits.bodiesOfClient);
  const turns = new Turns(requestsPerTurn);

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

  async function makeAnswer(ctx: Context, match: RouteMatch, body: Body | undefined): Promise<ApiResponse> {
    const { url = "", headers } = ctx.req;
    // Several header lines of one name arrive as one comma-separated text, except where Node keeps only the first.
    const request = {
      params: match.params,
      query: targetQuery(url),
      accept: headers.accept,
      contentType: headers["content-type"],
      ifNoneMatch: headers["if-none-match"],
      body,
      signal: new LeaveSignal(ctx.res),
      during: <T>(wait: () => Promise<T>) => lookUp(ctx, wait),
    };
    const work = api.classOf(match.id, body?.length ?? 0, request.query);
    if (work !== "point") return makeInTurn(ctx, work, match.id, request);
    try {
      const made = await api.handle(match.id, request);
      return await encodeResponse(made, chooseEncoding(headers["accept-encoding"]));
    } catch (error) {
      if (!(error instanceof TooLargeHere)) throw error;
      return makeInTurn(ctx, "bulk", match.id, request);
    }
  }

  /** Waits for another node on behalf of a point read, which has no place among others that it could give away. */
  function lookUp<T>({ req, res }: Context, wait: () => Promise<T>): Promise<T> {
    const client = proxies.clientOf(req);
    return whileHere(res, (signal) => options.largeAnswers.wait({ work: "lookup", client, signal }, wait));
  }

  async function makeInTurn(
    { req, res }: Context,
    work: Exclude<WorkPlace, "point">,
    route: string,
    request: RequestInTurn["request"],
  ): Promise<ApiResponse> {
    const encoding = chooseEncoding(req.headers["accept-encoding"]);
    const client = proxies.clientOf(req);
    return whileHere(res, (signal) => answerInTurn(options, work, { route, request, encoding, client, signal }));
  }

  return (ctx, match) => {
    const { req, res } = ctx;
    if (req.method !== "POST") {
      turns.add(() => void respond(ctx, match));
      return undefined;
    }
    const length = Number(req.headers["content-length"]);
    if (length > smallBody) {
      const release = bodyBytes.take(proxies.clientOf(req), length);
      if (release === undefined) return refuse(ctx, overloaded());
      res.once("close", release);
    }
    bodies.read(ctx, length, (body) => turns.add(() => void respond(ctx, match, body)));
    return undefined;
  };
}

/**
 * Says whether the client of an answer has left: listening for it would cost every request. A class: the engine makes
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
