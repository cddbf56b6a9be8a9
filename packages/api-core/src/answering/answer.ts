import type { LedgerSummary, MissingState } from "@ledger/state-store";
import type { ApiRequest, ApiResponse } from "../contract/api.ts";
import {
  cursorHeader,
  gasUsedHeader,
  listFromHeader,
  simulatedTimeHeader,
  stateOriginHeader,
} from "../contract/ledger-headers.ts";
import { bcsContentType, jsonContentType } from "../contract/media-type.ts";
import { largeValue, TooLargeHere } from "../contract/work.ts";
import type { RequestContext } from "../endpoint/context.ts";
import type { Outcome, Route } from "../endpoint/route.ts";
import { anyEntity, matchesEntityTag, noStore, vary } from "./caching.ts";
import { type CompletingReader, createCompletingReader } from "./completing-reader.ts";
import { type Question, questionKey, readQuestion } from "./question.ts";
import { refuse } from "./refuse.ts";
import type { Services } from "./services.ts";
import type { Snapshot } from "./snapshots.ts";

/**
 * Answers a request from this node's ledger.
 *
 * @param partial - reads a ledger of which only some of the state is known
 * @throws ApiError why not
 * @throws TooLargeHere where the answer is to be made elsewhere
 */
export async function answer(
  services: Services,
  route: Route,
  request: ApiRequest,
  snapshot: Snapshot,
  partial?: CompletingReader,
): Promise<ApiResponse> {
  const question = readQuestion(services, route, request, snapshot);
  const { input, ledger, fixedTag } = question;
  if (fixedTag !== undefined && request.ifNoneMatch !== anyEntity && matchesEntityTag(request.ifNoneMatch, fixedTag)) {
    return notModified(services, ledger, fixedTag, services.fixedCaching(ledger));
  }
  const { forHandlers } = services;
  const partialRead = partial && { store: partial.store, code: forHandlers.code.tracking(partial.store) };
  const context: RequestContext = { ...forHandlers, ...partialRead, ledger, signal: request.signal };
  let outcome: Outcome<unknown>;
  try {
    outcome = await route.handle(input, context);
  } catch (error) {
    if (route.describeCall === undefined) throw error;
    const refusal = refuse(services, error, snapshot);
    return { ...refusal, failedCall: { ...route.describeCall(input), reason: refusal.error!.message } };
  }
  return reply(services, question, outcome, context);
}

/**
 * Answers from a ledger of which only some of the state is known, and names the upstreams that reported the rest.
 *
 * @throws TooLargeHere as {@link answer}
 */
export async function answerPartly(
  services: Services,
  route: Route,
  request: ApiRequest,
  snapshot: Snapshot,
): Promise<ApiResponse> {
  const {
    config,
    options: { store, completeState },
  } = services;
  const { during = (wait) => wait() } = request;
  const complete = completeState && ((missing: MissingState) => during(() => completeState(missing)));
  const partial = createCompletingReader(store, complete);
  let response: ApiResponse;
  try {
    response = await answer(services, route, request, snapshot, partial);
  } catch (error) {
    response = refuse(services, error, snapshot);
  }
  if (partial.origins.size === 0) return response;
  const origins = [...partial.origins].sort().join(", ");
  const added = Object.fromEntries(config.headerPrefixes.map((prefix) => [prefix + stateOriginHeader, origins]));
  return { ...response, headers: { ...response.headers, ...added } };
}

/** Turns what a handler found into a response. */
async function reply(
  services: Services,
  { route, request, format, ledger: seen, fixedTag }: Question,
  outcome: Outcome<unknown>,
  context: RequestContext,
): Promise<ApiResponse> {
  const { config, headersOf, tagOf, options } = services;
  const { value, cursor, validator, gasUsed, simulatedUsecs, listFrom, immutable, failedCall, weight = 0 } = outcome;
  const { ledger = seen } = outcome;
  let policy = noStore;
  let tag = fixedTag;
  if (route.cache === "state" && outcome.volatile !== true) {
    policy = tag !== undefined || immutable === true ? services.fixedCaching(ledger) : services.latestCaching;
    tag ??= tagOf(ledger, format, validator ?? `v${ledger.version}`);
    if (matchesEntityTag(request.ifNoneMatch, tag)) return notModified(services, ledger, tag, policy);
  }
  if (options.handsOnLarge === true && weight > largeValue) throw new TooLargeHere(questionKey(route, request, ledger));
  const { status = 200, partial: inPart } = route.reply;
  // A success in part is described in JSON, whatever was asked for.
  const written = outcome.isPartial ? "json" : format;
  const headers: Record<string, string> = {
    ...headersOf(ledger),
    Vary: vary,
    "Cache-Control": policy,
    "Content-Type": written === "json" ? jsonContentType : bcsContentType,
  };
  if (tag !== undefined) headers.ETag = tag;
  for (const prefix of config.headerPrefixes) {
    if (cursor !== undefined) headers[prefix + cursorHeader] = cursor;
    if (gasUsed !== undefined) headers[prefix + gasUsedHeader] = `${gasUsed}`;
    if (simulatedUsecs !== undefined) headers[prefix + simulatedTimeHeader] = `${simulatedUsecs}`;
    if (listFrom !== undefined) headers[prefix + listFromHeader] = `${listFrom}`;
  }
  const body = await route.encode(written, value, context);
  const { volatile: isVolatile } = outcome;
  return { status: outcome.isPartial && inPart ? inPart.status : status, headers, body, failedCall, isVolatile };
}

function notModified({ headersOf }: Services, ledger: LedgerSummary, tag: string, policy: string): ApiResponse {
  const headers = { ...headersOf(ledger), Vary: vary, "Cache-Control": policy, ETag: tag };
  return { status: 304, headers, body: undefined };
}
