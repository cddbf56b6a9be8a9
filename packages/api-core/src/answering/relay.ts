import type { ApiRequest } from "../contract/api.ts";
import { ApiError } from "../contract/error.ts";
import type { Forward, ForwardRequest, ForwardResponse } from "../contract/forward.ts";
import { gasUsedHeader } from "../contract/ledger-headers.ts";
import { bcsContentType, essenceOf } from "../contract/media-type.ts";
import type { Route } from "../endpoint/route.ts";

/** The parts of an upstream's answer that the client gets. */
export interface Relayed {
  readonly status: number;
  readonly contentType: string;
  /** In gas units, decimal; only where a virtual machine ran. */
  readonly gasUsed: string | undefined;
  readonly body: Uint8Array;
  /** Host and port of the node that answered. */
  readonly node: string;
}

/** Bounds of an upstream's answer. */
export interface RelayBounds {
  /** The documented ones: an answer with another status is not one of the API's. */
  readonly statuses: ReadonlySet<number>;
  /** That of the ledger. */
  readonly chainId: number;
}

/**
 * Lets the node upstream do what this one cannot.
 *
 * @throws ApiError `internal_error` (503) when it does not answer, not as an API of the family, or for another network
 */
export async function relay(
  forward: Forward,
  route: Pick<Route, "path" | "query" | "metered">,
  request: ApiRequest,
  { statuses, chainId }: RelayBounds,
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
  const theirs = findNumber(response.headers, "CHAIN-ID");
  if (theirs !== undefined && Number(theirs) !== chainId) {
    throw upstreamFailed(new TypeError(`${response.node} is a node of chain ${theirs}, not of chain ${chainId}`));
  }
  const type = response.headers["content-type"] ?? "";
  const known = essenceOf(type) === "application/json" || essenceOf(type) === bcsContentType;
  if (!known || !statuses.has(response.status)) {
    const cause = new TypeError(`the upstream node answered ${response.status} as ${JSON.stringify(type)}`);
    throw upstreamFailed(cause);
  }
  return {
    status: response.status,
    contentType: type,
    gasUsed: route.metered ? findNumber(response.headers, gasUsedHeader) : undefined,
    body: response.body,
    node: response.node,
  };
}

async function askUpstream(forward: Forward, request: ForwardRequest): Promise<ForwardResponse> {
  try {
    return await forward(request);
  } catch (cause) {
    throw upstreamFailed(cause);
  }
}

/** A number of the upstream's headers, whose family is its own: `X-SVC-GAS-USED`, `X-Aptos-Gas-Used`. */
function findNumber(headers: Readonly<Record<string, string>>, header: string): string | undefined {
  const suffix = `-${header.toLowerCase()}`;
  const name = Object.keys(headers).find((candidate) => candidate.toLowerCase().endsWith(suffix));
  const value = name === undefined ? undefined : headers[name];
  return value !== undefined && /^[0-9]{1,20}$/.test(value) ? value : undefined;
}

function upstreamFailed(cause: unknown): ApiError {
  return new ApiError("internal_error", "the node that this request is forwarded to does not answer", {
    status: 503,
    cause,
  });
}
