import type { LedgerSummary, MissingState } from "@ledger/state-store";
import type { ApiRequest, ApiResponse } from "../contract/api.ts";
import { ledgerUnavailable, ledgerWithheld } from "../contract/failure.ts";
import { cursorHeader, gasUsedHeader, stateOriginHeader } from "../contract/ledger-headers.ts";
import { bcsContentType, jsonContentType, negotiateFormat, type ReplyFormat } from "../contract/media-type.ts";
import { largeValue, TooLargeHere } from "../contract/work.ts";
import { type RequestContext, resolveVersion } from "../endpoint/context.ts";
import type { Outcome, RawInput, Route } from "../endpoint/route.ts";
import { anyEntity, matchesEntityTag, noStore, vary } from "./caching.ts";
import { type CompletingReader, createCompletingReader } from "./completing-reader.ts";
import { refuse } from "./refuse.ts";
import { parseRequest } from "./request.ts";
import type { Services } from "./services.ts";
import type { Snapshot } from "./snapshots.ts";
import { checkSwitches } from "./switches.ts";

/** A request that was read, and may be answered. */
interface Question {
  readonly route: Route;
  readonly format: ReplyFormat;
  readonly input: RawInput;
  readonly ledger: LedgerSummary;
  readonly ifNoneMatch: string | undefined;
  /** Entity tag of an answer that is fixed by the request: it names a ledger version. */
  readonly fixedTag: string | undefined;
}

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
  const { input, ledger, ifNoneMatch, fixedTag } = question;
  if (fixedTag !== undefined && ifNoneMatch !== anyEntity && matchesEntityTag(ifNoneMatch, fixedTag)) {
    return notModified(services, ledger, fixedTag, services.fixedCaching(ledger));
  }
  const { forHandlers } = services;
  const partialRead = partial && { store: partial.store, code: forHandlers.code.tracking(partial.store) };
  const context: RequestContext = { ...forHandlers, ...partialRead, ledger, signal: request.signal };
  let outcome: Outcome<unknown>;
  try {
    outcome = await route.run(input, context);
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

/** Reads a request, and refuses what no look at the ledger is needed for. */
function readQuestion(services: Services, route: Route, request: ApiRequest, snapshot: Snapshot): Question {
  const format = negotiateFormat(request.accept);
  const input = parseRequest(route, request);
  route.verify(input);
  checkSwitches(route, services.config, format);
  const ledger = openLedger(services, route, snapshot);
  const version = input.query.ledger_version as bigint | undefined;
  // A fixed version has one answer for ever, so its tag is known before anything is read.
  const isFixed = route.cache === "state" && version !== undefined;
  const fixedTag = isFixed ? services.tagOf(ledger, format, `v${resolveVersion(ledger, version)}`) : undefined;
  return { route, format, input, ledger, ifNoneMatch: request.ifNoneMatch, fixedTag };
}

/** The ledger of a snapshot. @throws ApiError 503 where there is none, or none that may be served */
function openLedger({ withheld }: Services, route: Route, snapshot: Snapshot): LedgerSummary {
  if (snapshot.ledger === undefined) throw ledgerUnavailable(snapshot.cause);
  const reason = withheld();
  if (reason !== undefined && route.id !== "healthy") throw ledgerWithheld(reason);
  return snapshot.ledger;
}

/** Turns what a handler found into a response. */
async function reply(
  services: Services,
  { route, format, ledger: seen, ifNoneMatch, fixedTag }: Question,
  outcome: Outcome<unknown>,
  context: RequestContext,
): Promise<ApiResponse> {
  const { config, headersOf, tagOf, options } = services;
  const { value, cursor, validator, gasUsed, immutable, failedCall, weight = 0, ledger = seen } = outcome;
  let policy = noStore;
  let tag = fixedTag;
  if (route.cache === "state" && outcome.volatile !== true) {
    policy = tag !== undefined || immutable === true ? services.fixedCaching(ledger) : services.latestCaching;
    tag ??= tagOf(ledger, format, validator ?? `v${ledger.version}`);
    if (matchesEntityTag(ifNoneMatch, tag)) return notModified(services, ledger, tag, policy);
  }
  if (options.handsOnLarge === true && weight > largeValue) throw new TooLargeHere();
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
  }
  const body = await route.encode(written, value, context);
  const { volatile: isVolatile } = outcome;
  return { status: outcome.isPartial && inPart ? inPart.status : status, headers, body, failedCall, isVolatile };
}

function notModified({ headersOf }: Services, ledger: LedgerSummary, tag: string, policy: string): ApiResponse {
  const headers = { ...headersOf(ledger), Vary: vary, "Cache-Control": policy, ETag: tag };
  return { status: 304, headers, body: undefined };
}
