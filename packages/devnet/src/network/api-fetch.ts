import {
  type Api,
  type ApiError,
  type ApiResponse,
  type FoundRoute,
  methodNotAllowed,
  type RouteTable,
  routeNotFound,
} from "@ledger/api-core";
import type { HttpService, LocalIndexer } from "@ledger/local-services";

/** The API of a network with its routes, and its services. */
export interface Endpoints {
  readonly api: Api;
  /** The API's routes. */
  readonly routes: RouteTable;
  /** Services besides the API. */
  readonly services: Readonly<Partial<NetworkServices>>;
}

/** The same of a whole network. */
export interface NetworkEndpoints extends Endpoints {
  readonly services: NetworkServices;
  /** Says that a block was made. */
  noteCommit(): void;
}

/** The services of a network besides the API. */
export interface NetworkServices {
  readonly faucet: HttpService;
  readonly indexer: LocalIndexer;
  readonly description: HttpService;
  readonly verbs: HttpService;
}

/** Answers a request as the server of a node does, without a socket. */
export async function answerRequest(endpoints: Endpoints, request: Request): Promise<Response> {
  const { api, routes, services } = endpoints;
  const { pathname, searchParams, host } = new URL(request.url);
  const method = request.method.toUpperCase();
  const body = new Uint8Array(await request.arrayBuffer());
  // A page cannot set the header of this name: there the URL is what names the host, as it is for every request that is sent.
  const header = (name: string): string | undefined =>
    request.headers.get(name) ?? (name === "host" ? host : undefined);
  const service = Object.values(services).find(({ routes }) => Object.hasOwn(routes, pathname));
  if (service !== undefined) {
    if (!service.routes[pathname]!.includes(method as "GET" | "POST"))
      return toResponse(await failAt(endpoints, request, methodNotAllowed(method, service.routes[pathname]!)));
    const asked = {
      method,
      path: pathname,
      query: searchParams,
      body,
      header,
      isOfThisMachine: true,
      signal: request.signal,
    };
    const answer = service.refuse?.(asked) ?? (await service.handle(asked));
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  }
  let found: FoundRoute | undefined;
  try {
    found = routes.find(method, pathname);
  } catch (error) {
    return toResponse(await api.failure(error));
  }
  if (found === undefined) {
    const methods = routes.methodsOf(pathname);
    return toResponse(await api.failure(methods.length === 0 ? routeNotFound() : methodNotAllowed(method, methods)));
  }
  const { headers } = request;
  const response = await api.handle(found.route.id, {
    params: found.params,
    query: searchParams,
    accept: headers.get("accept") ?? undefined,
    contentType: headers.get("content-type") ?? undefined,
    body: method === "POST" ? body : undefined,
    signal: request.signal,
  });
  return toResponse(response);
}

/** Refuses a request, as clients of its path read errors. */
export async function failAt(
  { api, services }: Endpoints,
  { url, headers }: Pick<Request, "url" | "headers">,
  error: ApiError,
): Promise<ApiResponse> {
  const failure = await api.failure(error);
  const path = new URL(url).pathname;
  const service = Object.values(services).find(({ routes }) => Object.hasOwn(routes, path));
  const accept = headers.get("accept") ?? undefined;
  const written = service?.writeFault?.({ status: failure.status, message: error.message, path, accept });
  return written === undefined
    ? failure
    : { ...failure, body: written.body, headers: { ...failure.headers, ...written.headers } };
}

function toResponse({ status, headers, body }: ApiResponse): Response {
  return new Response(body as string | Uint8Array<ArrayBuffer> | undefined, { status, headers });
}
