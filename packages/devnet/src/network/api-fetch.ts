import { type Api, type ApiResponse, methodNotAllowed, routeNotFound } from "@ledger/api-core";
import type { HttpService } from "../services/http-service.ts";

/** What answers the requests of a network. */
export interface Endpoints {
  readonly api: Api;
  /** Services beside the API, by the path that they are mounted at, e.g. `""` or `/v1/graphql`. */
  readonly services: readonly HttpService[];
}

const apiRoot = "/v1";

/** Answers a request as the server of a node does, without a socket. */
export async function answerRequest({ api, services }: Endpoints, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const method = request.method.toUpperCase();
  const body = new Uint8Array(await request.arrayBuffer());
  const service = services.find(({ routes }) => routes[pathname] !== undefined);
  if (service !== undefined) {
    if (!service.routes[pathname]!.includes(method as "GET" | "POST"))
      return toResponse(await api.failure(methodNotAllowed(method, service.routes[pathname]!)));
    const answer = await service.handle({ method, path: pathname, query: searchParams, body });
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  }
  const found = findRoute(api, method, pathname);
  if (found === undefined) return toResponse(await api.failure(routeNotFound()));
  const { headers } = request;
  const response = await api.handle(found.id, {
    params: found.params,
    query: searchParams,
    accept: headers.get("accept") ?? undefined,
    contentType: headers.get("content-type") ?? undefined,
    body: method === "POST" ? body : undefined,
    signal: request.signal,
  });
  return toResponse(response);
}

function toResponse({ status, headers, body }: ApiResponse): Response {
  return new Response(body as string | Uint8Array<ArrayBuffer> | undefined, { status, headers });
}

interface FoundRoute {
  readonly id: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the route of a path under `/v1`; parameters are percent-decoded. */
function findRoute(api: Api, method: string, pathname: string): FoundRoute | undefined {
  if (pathname !== apiRoot && !pathname.startsWith(`${apiRoot}/`)) return undefined;
  const wanted = pathname.slice(apiRoot.length + 1).split("/");
  for (const route of api.routes) {
    if (route.method !== method) continue;
    const params = matchPath(route.path.slice(1).split("/"), wanted);
    if (params !== undefined) return { id: route.id, params };
  }
  return undefined;
}

function matchPath(pattern: readonly string[], wanted: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== wanted.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name !== undefined) params[name] = decodeURIComponent(wanted[index]!);
    else if (part !== wanted[index]) return undefined;
  }
  return params;
}
