import { type Api, createRouteTable } from "@ledger/api-core";
import type { NodeFetch } from "@ledger/verifier";

/** An answer on its way, as a liar may change it. */
export interface Passing {
  readonly operation: string;
  readonly path: string;
  status: number;
  body: Uint8Array<ArrayBuffer>;
}

/**
 * A `fetch` that is answered by an API, without a socket.
 *
 * @param lie - changes answers
 */
export function fetchOf(api: Api, lie: (answer: Passing) => void = () => undefined): NodeFetch {
  const routes = createRouteTable(api.routes);
  return async (url, { method, headers, body }) => {
    const { pathname, searchParams } = new URL(url);
    const found = routes.find(method, pathname);
    if (found === undefined) return new Response("{}", { status: 404 });
    const response = await api.handle(found.route.id, {
      params: found.params,
      query: searchParams,
      accept: headers.accept,
      contentType: headers["content-type"],
      ...(method === "POST" && { body: typeof body === "string" ? new TextEncoder().encode(body) : body }),
    });
    const bytes = typeof response.body === "string" ? new TextEncoder().encode(response.body) : response.body;
    const answer: Passing = {
      operation: found.route.id,
      path: pathname,
      status: response.status,
      body: new Uint8Array(bytes ?? []),
    };
    lie(answer);
    return new Response(answer.body, { status: answer.status, headers: response.headers });
  };
}
