import { answer, answerPartly } from "./answering/answer.ts";
import { answerDocument } from "./answering/answer-document.ts";
import { answerForwarded } from "./answering/answer-forwarded.ts";
import { answerStream, KnownFilters, readStreamRequest } from "./answering/answer-stream.ts";
import { isOpen, questionKey, readQuestion } from "./answering/question.ts";
import { refuse } from "./answering/refuse.ts";
import { createServices, type Services } from "./answering/services.ts";
import { withLedger } from "./answering/with-ledger.ts";
import type { Admission, Api, ApiOptions, ApiRequest, ApiResponse } from "./contract/api.ts";
import { lengthRequired, payloadTooLarge } from "./contract/error.ts";
import { ledgerHeaderNames } from "./contract/ledger-headers.ts";
import type { DocumentRoute } from "./endpoint/document-route.ts";
import { classOf } from "./endpoint/place.ts";
import type { Route } from "./endpoint/route.ts";
import { documentRoutes, routes } from "./routes/index.ts";

type AnyRoute = Route | DocumentRoute;

const table: readonly AnyRoute[] = [...routes, ...documentRoutes];
const byId: ReadonlyMap<string, AnyRoute> = new Map(table.map((route) => [route.id, route]));

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
  const services = createServices(options);
  const { config, snapshots, headersOf, documents } = services;
  /** A network with a pool is one by itself: no other node knows its ledger. */
  const relays = options.forward !== undefined && options.pool === undefined;

  const knownFilters = new KnownFilters();

  async function answerHere(id: string, request: ApiRequest): Promise<ApiResponse> {
    const route = routeOf(id);
    const response = await respond(services, route, request);
    const mayBeRelayed = relays && route.kind === "ledger" && route.relayed === "when_unknown";
    return mayBeRelayed && response.error?.isUnknownHere ? { ...response, isUnknownHere: true } : response;
  }

  async function relayTo(id: string, request: ApiRequest): Promise<ApiResponse> {
    const route = routeOf(id);
    if (route.kind !== "ledger") throw new TypeError(`${id} is no route of the ledger`);
    return withLedger(services, route, request, (snapshot) => answerForwarded(services, route, request, snapshot));
  }

  return {
    routes: table,
    config,
    exposedHeaders: ["ETag", ...ledgerHeaderNames(config.headerPrefixes)],
    async handle(id, request) {
      const response = await answerHere(id, request);
      return response.isUnknownHere ? relayTo(id, request) : response;
    },
    admit(id, request) {
      const route = routeOf(id);
      const work = classOf(options, route, request);
      if (work !== "bulk" && work !== "compute" && work !== "list") return { work, key: undefined };
      return withLedger<ApiResponse | Admission>(services, route, request, (snapshot) => {
        // What is wrong with the request is said before that nothing can be served.
        if (route.kind === "ledger" && !isOpen(services, snapshot)) readQuestion(services, route, request, snapshot);
        return { work, key: questionKey(route, request, snapshot.ledger) };
      });
    },
    answerHere,
    relay: relays ? relayTo : undefined,
    head: async () => (await snapshots.take()).ledger,
    streamRequest: readStreamRequest,
    readStream: (question, request) => answerStream(services, knownFilters, question, request),
    async failure(error) {
      return refuse(services, error, await snapshots.takeSoon());
    },
    async preflight() {
      const { ledger } = await snapshots.takeSoon();
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

function routeOf(id: string): AnyRoute {
  const route = byId.get(id);
  if (route === undefined) throw new TypeError(`no route is called ${id}`);
  return route;
}

async function respond(services: Services, route: AnyRoute, request: ApiRequest): Promise<ApiResponse> {
  return withLedger(services, route, request, (snapshot) => {
    if (route.kind === "document") return answerDocument(services, route, request, snapshot);
    if (services.whoAnswers(route) !== "here") return answerForwarded(services, route, request, snapshot);
    const isPartial = snapshot.ledger?.base?.state === "partial";
    return (isPartial ? answerPartly : answer)(services, route, request, snapshot);
  });
}
