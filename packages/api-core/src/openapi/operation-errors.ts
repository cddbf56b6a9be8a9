import type { ErrorCode } from "@ledger/types";
import { errorStatus } from "../contract/error.ts";
import type { Place } from "../endpoint/place.ts";
import type { Route } from "../endpoint/route.ts";

/** A refusal that an operation documents. */
export interface DocumentedError {
  readonly codes: readonly ErrorCode[];
  readonly description: string;
}

const descriptions: Readonly<Record<number, string>> = {
  400: "The request is malformed or has an invalid value.",
  403: "This node does not offer the operation, or does not serve the host name of the request.",
  404: "The requested item does not exist.",
  405: "The path exists with another method.",
  410: "The requested item has been pruned.",
  411: "The request has a body but no `Content-Length`.",
  413: "The body is too large.",
  415: "The operation does not accept this content type.",
  429: "Too many requests from one client, where the node or a gateway limits them.",
  500: "The node failed.",
  503: "The node is not ready or is busy; when busy, `Retry-After` says in how many seconds to try again.",
  507: "The node has no room for the transaction.",
};

const always: readonly (readonly [number, ErrorCode])[] = [
  [400, "web_framework_error"],
  [403, "api_disabled"],
  [403, "web_framework_error"],
  [404, "web_framework_error"],
  [405, "web_framework_error"],
  [429, "web_framework_error"],
  [500, "internal_error"],
  [503, "internal_error"],
  [503, "web_framework_error"],
];
const withBody: typeof always = [
  [411, "web_framework_error"],
  [413, "web_framework_error"],
  [415, "web_framework_error"],
];

/** Refusals of the routes that serve documents: only what the framework says. */
export const documentErrors: ReadonlyMap<number, DocumentedError> = new Map(
  [403, 405, 429, 503].map((status) => [
    status,
    { codes: ["web_framework_error"], description: descriptions[status] as string },
  ]),
);

/** Every status that the description of an operation has: of an answer that is relayed, only these are. */
export function documentedStatuses(route: Route): ReadonlySet<number> {
  const { status = 200, partial } = route.reply;
  return new Set([
    status,
    ...(partial === undefined ? [] : [partial.status]),
    ...operationErrors(route, "upstream").keys(),
  ]);
}

/**
 * Every refusal of an operation by status: those that all operations have, and its own.
 * @param place - where it is answered: where that is neither this node nor another one, its own refusals are never given
 */
export function operationErrors(route: Route, place: Place): ReadonlyMap<number, DocumentedError> {
  const codes = place === "nowhere" ? [] : route.errors;
  const own = codes.map((code) => [errorStatus[code][0], code] as const);
  const unusual = Object.entries(route.unusualErrors ?? {}).map(([status, code]) => [Number(status), code] as const);
  const pairs = [...always, ...unusual, ...(route.method === "POST" ? withBody : []), ...own].sort(([a], [b]) => a - b);
  const errors = new Map<number, { codes: ErrorCode[]; description: string }>();
  for (const [status, code] of pairs) {
    const never = route.neverGiven?.[status];
    const description = descriptions[status] ?? "Refused.";
    const documented = errors.get(status) ?? {
      codes: [],
      description: never === undefined ? description : `${description} This operation never gives it: ${never}`,
    };
    if (!documented.codes.includes(code)) documented.codes.push(code);
    errors.set(status, documented);
  }
  return errors;
}
