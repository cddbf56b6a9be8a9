import type { LedgerSummary } from "@ledger/state-store";
import type { HashValue } from "@ledger/types";
import type { Api, ApiOptions, ApiRequest, ApiResponse } from "./contract/api.ts";
import {
  anyEntity,
  contentTag,
  createEntityTags,
  immutableCaching,
  matchesEntityTag,
  noStore,
  revalidate,
  vary,
  varyEncoding,
} from "./contract/caching.ts";
import { type ApiConfig, defaultApiConfig } from "./contract/config.ts";
import { type RequestContext, resolveVersion } from "./contract/context.ts";
import type { DocumentRoute } from "./contract/document-route.ts";
import { type ApiError, lengthRequired, payloadTooLarge } from "./contract/error.ts";
import { errorBody, ledgerUnavailable, ledgerWithheld, toApiError } from "./contract/failure.ts";
import { relay } from "./contract/forwarding.ts";
import { LedgerCode } from "./contract/ledger-code.ts";
import {
  answeredByHeader,
  createLedgerHeaders,
  cursorHeader,
  gasUsedHeader,
  ledgerHeaderNames,
  stateOriginHeader,
} from "./contract/ledger-headers.ts";
import { bcsContentType, jsonContentType, negotiateFormat, type ReplyFormat } from "./contract/media-type.ts";
import { type CompletingReader, createCompletingReader } from "./contract/partial-state.ts";
import { PendingWaits } from "./contract/pending-waits.ts";
import { pinnedVersion } from "./contract/pinned-version.ts";
import { type PlaceOf, placeOf } from "./contract/place.ts";
import { parseRequest } from "./contract/request.ts";
import type { Route } from "./contract/route.ts";
import { type Snapshot, Snapshots } from "./contract/snapshots.ts";
import { checkOutput, checkSwitches, notAvailable } from "./contract/switches.ts";
import { type LargeWork, largeValue } from "./contract/work.ts";
import { GasEstimator } from "./gas/gas-estimator.ts";
import { createDocuments } from "./openapi/documents.ts";
import { documentedStatuses } from "./openapi/operation-errors.ts";
import { documentRoutes, routes } from "./routes/index.ts";
import { TableTypesFinder } from "./tables/table-types.ts";
import { LedgerMachine } from "./view/ledger-machine.ts";

type AnyRoute = Route | DocumentRoute;

/**
 * Makes the HTTP API over a store.
 *
 * @example
 * ```ts
 * const api = createApi({ store });
 * const answer = await api.handle("get_ledger_info", { params: {}, query: new URLSearchParams() });
 * ```
 */
export function createApi(options: ApiOptions): Api {
  const { store } = options;
  const config: ApiConfig = { ...defaultApiConfig, ...options.config };
  const clock = options.clock ?? (() => BigInt(Date.now()) * 1000n);
  const fault = options.fault ?? (() => undefined);
  const waypoint = options.waypoint ?? (() => undefined);
  const withheld = options.withheld ?? (() => undefined);
  const code = new LedgerCode(store);
  const gas = new GasEstimator(store, config.minimumGasPrice);
  const machine = new LedgerMachine(options.vm, options.testing);
  const tableTypes = new TableTypesFinder();
  const { forward, pool } = options;
  /** A network with a pool is one by itself: nobody else knows its ledger. */
  const relays = forward !== undefined && pool === undefined;
  const whoAnswers: PlaceOf = (route) => placeOf(options, route);
  const documents = createDocuments(config, { specPage: options.specPage, placeOf: whoAnswers });
  const headersOf = createLedgerHeaders(config.headerPrefixes);
  const table: readonly AnyRoute[] = [...routes, ...documentRoutes];
  const snapshots = new Snapshots(store, config.keepsOlderRecords, options.endOfTurn);
  const tagOf = createEntityTags(config.version);
  /** By route: documents never change. */
  const documentTags = new Map<string, string>();
  const byId = new Map(table.map((route) => [route.id, route]));
  const { awaitVersion } = options;
  const waits = pool && new PendingWaits({ store, pool, limits: config.waitByHash, awaitVersion });

  /** What all requests work with. */
  const services = {
    ...{ store, code, config, gas, tableTypes, machine, pool, clock, fault, waypoint, documents },
    defer: options.defer,
  };

  async function answer(
    route: Route,
    request: ApiRequest,
    snapshot: Snapshot,
    extent: Extent,
    partial?: CompletingReader,
  ): Promise<ApiResponse | LargeWork> {
    const format = negotiateFormat(request.accept);
    const { work = "point" } = route;
    const isLargeBody = request.body !== undefined && request.body.length > largeValue;
    if (extent === "small" && isLargeBody) return { work: work === "compute" ? work : "bulk", key: undefined };
    const input = parseRequest(route, request);
    route.verify(input);
    checkSwitches(route, config, format);
    if (snapshot.ledger === undefined) throw ledgerUnavailable(snapshot.cause);
    const reason = withheld();
    if (reason !== undefined && route.id !== "healthy") throw ledgerWithheld(reason);
    const { ledger } = snapshot;

    // A fixed version has one answer for ever, so its tag is known before anything is read.
    const requested = input.query.ledger_version as bigint | undefined;
    let tag: string | undefined;
    if (route.cache === "state" && requested !== undefined) {
      tag = tagOf(ledger, format, `v${resolveVersion(ledger, requested)}`);
      const named = request.ifNoneMatch !== anyEntity && matchesEntityTag(request.ifNoneMatch, tag);
      if (named) return notModified(headersOf(ledger), tag, immutableCaching);
    }

    const partialRead = partial && { store: partial.store, code: code.tracking(partial.store) };
    const context: RequestContext = { ...services, ...partialRead, ledger, signal: request.signal };
    const keyOf = (): string | undefined => {
      if (route.cache !== "state") return undefined;
      const asked = Object.keys(route.query).map((name) => request.query.getAll(name));
      return questionKey(route.id, ledger, [format, request.ifNoneMatch, request.params, asked]);
    };
    let outcome = route.runAtOnce && (await route.runAtOnce(input, context));
    if (outcome === undefined) {
      if (extent === "small" && work !== "point") return { work, key: keyOf() };
      try {
        outcome = await route.run(input, context);
      } catch (error) {
        if (route.describeCall === undefined) throw error;
        const refusal = refuse(toApiError(error), snapshot);
        return { ...refusal, failedCall: { ...route.describeCall(input), reason: refusal.error!.message } };
      }
    }
    const { value, cursor, validator, gasUsed, immutable, failedCall, weight = 0 } = outcome;
    let policy = noStore;
    if (route.cache === "state" && outcome.volatile !== true) {
      policy = tag !== undefined || immutable === true ? immutableCaching : revalidate;
      tag ??= tagOf(ledger, format, validator ?? `v${ledger.version}`);
      if (matchesEntityTag(request.ifNoneMatch, tag)) return notModified(headersOf(ledger), tag, policy);
    }
    if (extent === "small" && weight > largeValue) return { work: "bulk", key: keyOf() };
    const { status = 200, partial: inPart } = route.reply;
    // What went wrong is told in JSON, whatever was asked for.
    const written = outcome.isPartial ? "json" : format;
    const headers: Record<string, string> = {
      ...headersOf(ledger),
      Vary: vary,
      "Cache-Control": policy,
      "Content-Type": contentTypeOf(written),
    };
    if (tag !== undefined) headers.ETag = tag;
    if (cursor !== undefined) {
      for (const prefix of config.headerPrefixes) headers[prefix + cursorHeader] = cursor;
    }
    if (gasUsed !== undefined) {
      for (const prefix of config.headerPrefixes) headers[prefix + gasUsedHeader] = `${gasUsed}`;
    }
    const body = await route.encode(written, value, context);
    return { status: outcome.isPartial && inPart ? inPart.status : status, headers, body, failedCall };
  }

  async function answerForwarded(
    route: Route,
    request: ApiRequest,
    snapshot: Snapshot,
    extent: Extent,
  ): Promise<ApiResponse | LargeWork> {
    const format = negotiateFormat(request.accept);
    // The body is relayed unread.
    parseRequest({ params: route.params, query: route.query }, request);
    if (forward === undefined) throw notAvailable(route);
    checkOutput(route, config, format);
    if (snapshot.ledger === undefined) throw ledgerUnavailable(snapshot.cause);
    if (extent === "small") return { work: "forwarded", key: undefined };
    const { ledger } = snapshot;
    const bounds = { statuses: documentedStatuses(route), chainId: ledger.chainId };
    const relayed = await relay(forward, route, request, bounds);
    const { status, contentType, gasUsed, body, node } = relayed;
    const headers: Record<string, string> = {
      ...headersOf(ledger),
      Vary: vary,
      "Cache-Control": noStore,
      "Content-Type": contentType,
    };
    for (const prefix of config.headerPrefixes) {
      headers[prefix + answeredByHeader] = node;
      if (gasUsed !== undefined) headers[prefix + gasUsedHeader] = gasUsed;
    }
    return { status, headers, body, answeredBy: node };
  }

  /** Answers from a ledger of which only some of the state is known, and names the upstreams that reported the rest. */
  async function answerPartly(
    route: Route,
    request: ApiRequest,
    snapshot: Snapshot,
    extent: Extent,
  ): Promise<ApiResponse | LargeWork> {
    const partial = createCompletingReader(store, options.completeState);
    let response: ApiResponse | LargeWork;
    try {
      response = await answer(route, request, snapshot, extent, partial);
    } catch (error) {
      response = refuse(toApiError(error), snapshot);
    }
    if (partial.origins.size === 0 || "work" in response) return response;
    const origins = [...partial.origins].sort().join(", ");
    const added = Object.fromEntries(config.headerPrefixes.map((prefix) => [prefix + stateOriginHeader, origins]));
    return { ...response, headers: { ...response.headers, ...added } };
  }

  /** A version that is not there yet may come while the request waits for it. */
  async function awaitPinned(version: bigint, snapshot: Snapshot): Promise<Snapshot> {
    const ledger = await awaitVersion?.(version);
    return ledger === undefined ? snapshot : { ledger };
  }

  /** A pending transaction may be executed while the request waits for it: then the picture is a later one. */
  async function awaitTransaction(name: string, route: Route, request: ApiRequest, at: Snapshot): Promise<Snapshot> {
    if (waits === undefined || at.ledger === undefined) return at;
    const { params } = parseRequest({ params: route.params, query: {} }, request);
    await waits.await(params[name] as HashValue, request.signal);
    return snapshots.takeFresh();
  }

  function serveDocument(
    route: DocumentRoute,
    request: ApiRequest,
    { ledger }: Snapshot,
    extent: Extent,
  ): ApiResponse | LargeWork {
    const body = route.render(documents);
    const tag = documentTags.get(route.id) ?? contentTag(body);
    documentTags.set(route.id, tag);
    const headers = {
      ...(ledger === undefined ? {} : headersOf(ledger)),
      Vary: varyEncoding,
      "Cache-Control": revalidate,
      ETag: tag,
    };
    if (matchesEntityTag(request.ifNoneMatch, tag)) return { status: 304, headers, body: undefined };
    if (extent === "small") return { work: "bulk", key: questionKey(route.id, ledger) };
    return { status: 200, headers: { ...headers, ...route.headers, "Content-Type": route.contentType }, body };
  }

  function refuse(error: ApiError, { ledger }: Snapshot): ApiResponse {
    const headers = {
      ...(ledger === undefined ? {} : headersOf(ledger)),
      Vary: vary,
      "Cache-Control": noStore,
      ...error.headers,
      "Content-Type": jsonContentType,
    };
    return { status: error.status, headers, body: errorBody(error), error };
  }

  async function respond(id: string, request: ApiRequest, extent: Extent): Promise<ApiResponse | LargeWork> {
    const route = byId.get(id);
    if (route === undefined) throw new TypeError(`no route is called ${id}`);
    let snapshot = await snapshots.take();
    try {
      const pinned = pinnedVersion(request);
      const latest = snapshot.ledger?.version;
      if (pinned !== undefined && latest !== undefined && pinned > latest)
        snapshot = await awaitPinned(pinned, snapshot);
      if (route.kind === "document") return serveDocument(route, request, snapshot, extent);
      if (whoAnswers(route) !== "here") return await answerForwarded(route, request, snapshot, extent);
      if (route.awaits !== undefined) snapshot = await awaitTransaction(route.awaits, route, request, snapshot);
      if (snapshot.ledger?.base?.state === "partial") return await answerPartly(route, request, snapshot, extent);
      return await answer(route, request, snapshot, extent);
    } catch (error) {
      return refuse(toApiError(error), snapshot);
    }
  }

  async function answerHere(id: string, request: ApiRequest): Promise<ApiResponse> {
    const response = (await respond(id, request, "whole")) as ApiResponse;
    const route = byId.get(id);
    const mayBeRelayed = relays && route?.kind === "ledger" && route.relayed === "when_unknown";
    return mayBeRelayed && response.error?.isUnknownHere ? { ...response, isUnknownHere: true } : response;
  }

  async function relayTo(id: string, request: ApiRequest): Promise<ApiResponse> {
    const route = byId.get(id);
    if (route?.kind !== "ledger") throw new TypeError(`no route of the ledger is called ${id}`);
    const snapshot = await snapshots.take();
    try {
      return (await answerForwarded(route, request, snapshot, "whole")) as ApiResponse;
    } catch (error) {
      return refuse(toApiError(error), snapshot);
    }
  }

  return {
    routes: table,
    config,
    exposedHeaders: ["ETag", ...ledgerHeaderNames(config.headerPrefixes)],
    async handle(id, request) {
      const response = await answerHere(id, request);
      return response.isUnknownHere ? relayTo(id, request) : response;
    },
    answerHere,
    relay: relays ? relayTo : undefined,
    answerSmall: (id, request) => respond(id, request, "small"),
    async failure(error) {
      return refuse(toApiError(error), await snapshots.take());
    },
    async preflight() {
      const { ledger } = await snapshots.take();
      return { status: 200, headers: ledger === undefined ? {} : headersOf(ledger), body: undefined };
    },
    checkBodySize(method, contentLength) {
      if (method !== "POST") return undefined;
      if (contentLength === undefined || !/^[0-9]+$/.test(contentLength)) return lengthRequired();
      return Number(contentLength) > config.contentLengthLimit ? payloadTooLarge(config.contentLengthLimit) : undefined;
    },
    openapiJson: documents.json,
    openapiYaml: documents.yaml,
  };
}

/** Whether an answer is made whatever it takes, or only if it is small. */
type Extent = "whole" | "small";

/** The same for all requests that have the same answer: what is asked, and the state of the ledger. */
function questionKey(id: string, ledger: LedgerSummary | undefined, question: readonly unknown[] = []): string {
  const state = ledger && [ledger.version, ledger.oldestVersion, ledger.oldestLedgerVersion].map(String);
  return JSON.stringify([id, state, ...question]);
}

function contentTypeOf(format: ReplyFormat): string {
  return format === "json" ? jsonContentType : bcsContentType;
}

function notModified(ledger: Readonly<Record<string, string>>, tag: string, policy: string): ApiResponse {
  return { status: 304, headers: { ...ledger, Vary: vary, "Cache-Control": policy, ETag: tag }, body: undefined };
}
