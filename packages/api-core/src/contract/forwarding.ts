import type { ApiRequest } from "./api.ts";
import { ApiError } from "./error.ts";
import { GAS_USED_HEADER } from "./ledger-headers.ts";
import { BCS_CONTENT_TYPE, essenceOf } from "./media-type.ts";
import type { Route } from "./route.ts";

/** A call for the node upstream. Nothing of the client but what is here goes on: no credentials, no hop-by-hop headers. */
export interface ForwardRequest {
  /** Path under the upstream's API root, e.g. `/transactions/simulate`. */
  readonly path: string;
  /** The parameters that the operation declares, as the client wrote them. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** `Accept` and `Content-Type`, as far as the client sent them. */
  readonly headers: Readonly<Record<string, string>>;
  /** As the client sent it. */
  readonly body: Uint8Array;
}

/** What the node upstream answered. */
export interface ForwardResponse {
  readonly status: number;
  /** By name in lower case. Only the content type and the gas that was used are looked at. */
  readonly headers: Readonly<Record<string, string>>;
  /** As the upstream sent it, without any transfer or content coding. */
  readonly body: Uint8Array;
}

/** Sends a call to the node upstream; rejects when no whole answer comes in time. */
export type Forward = (request: ForwardRequest) => Promise<ForwardResponse>;

/** What of an upstream's answer goes to the client. */
export interface Relayed {
  readonly status: number;
  readonly contentType: string;
  /** In gas units, decimal; only where a virtual machine ran. */
  readonly gasUsed: string | undefined;
  readonly body: Uint8Array;
}

/**
 * Lets the node upstream do what this one cannot.
 *
 * @param statuses - the documented ones: an answer with another status is not one of the API's
 * @throws ApiError `internal_error` (503) when it does not answer, or not as an API of the family
 */
export async function relay(
  forward: Forward,
  route: Route,
  request: ApiRequest,
  statuses: ReadonlySet<number>,
): Promise<Relayed> {
  const { accept, contentType, query, body = new Uint8Array() } = request;
  const response = await askUpstream(forward, {
    path: route.path,
    query: Object.keys(route.query).flatMap((name) => query.getAll(name).map((value) => [name, value] as const)),
    headers: {
      ...(accept !== undefined && { accept }),
      ...(contentType !== undefined && { "content-type": contentType }),
    },
    body,
  });
  const type = response.headers["content-type"] ?? "";
  const known = essenceOf(type) === "application/json" || essenceOf(type) === BCS_CONTENT_TYPE;
  if (!known || !statuses.has(response.status)) {
    const cause = new TypeError(`the upstream node answered ${response.status} as ${JSON.stringify(type)}`);
    throw upstreamFailed(cause);
  }
  return {
    status: response.status,
    contentType: type,
    gasUsed: route.metered ? findGasUsed(response.headers) : undefined,
    body: response.body,
  };
}

async function askUpstream(forward: Forward, request: ForwardRequest): Promise<ForwardResponse> {
  try {
    return await forward(request);
  } catch (cause) {
    throw upstreamFailed(cause);
  }
}

/** The upstream's header family is its own: `X-SVC-GAS-USED`, `X-Aptos-Gas-Used`. */
function findGasUsed(headers: Readonly<Record<string, string>>): string | undefined {
  const suffix = `-${GAS_USED_HEADER.toLowerCase()}`;
  const name = Object.keys(headers).find((candidate) => candidate.toLowerCase().endsWith(suffix));
  const value = name === undefined ? undefined : headers[name];
  return value !== undefined && /^[0-9]{1,20}$/.test(value) ? value : undefined;
}

function upstreamFailed(cause: unknown): ApiError {
  return new ApiError("internal_error", "the node that calls of this kind are forwarded to does not answer", {
    status: 503,
    cause,
  });
}
