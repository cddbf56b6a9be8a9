import type { IncomingMessage } from "node:http";
import {
  type ApiError,
  createChangeRule,
  originNotAllowed,
  parseHost,
  requestMethodNotAllowed,
} from "@ledger/api-core";
import type { Context, Middleware, Next } from "koa";
import { targetPath } from "./request-target.ts";

/** Methods that a browser may use across origins. */
const allowedMethods = ["GET", "POST", "HEAD"] as const;

/** The parts of a request that say which page sends it, and whereto. */
export interface PageRequest {
  readonly method: string;
  /** As it was sent. */
  readonly url: string;
  readonly origin: string;
  readonly host: string | undefined;
}

/** Reads what a request says of its page. A preflight counts as the request that it asks for. */
export function pageRequestOf({ method = "", url = "", headers }: IncomingMessage, origin: string): PageRequest {
  const wanted = method === "OPTIONS" ? headers["access-control-request-method"] : undefined;
  return { method: wanted?.toUpperCase() ?? method, url, origin, host: headers.host };
}

/** Adds names and values to a flat list of headers, for a request of a page. */
export type AddHeaders = (headers: string[], request: PageRequest) => void;

/** Returns true if pages of an origin may use the host that they ask. */
export type AllowOrigin = (origin: string, host: string | undefined) => boolean;

/** Decides which pages may use the node. */
export interface PageGuard {
  /** Returns true if a request of a page is taken. Requests that read only are refused by their answer's headers alone, see {@link PageGuard.mayRead}. */
  takes(request: PageRequest): boolean;
  /** Returns true if a page may read the answer to its request. */
  mayRead(request: PageRequest): boolean;
}

/** Inputs of {@link createPageGuard}. */
export interface PageGuardOptions {
  /** Origins that are named; every origin may read when absent. */
  readonly allowOrigin: readonly string[] | undefined;
  /** Host names that are. */
  readonly allowHost: readonly string[] | undefined;
  /** Returns true for the ports of this node: the explorer at one port calls services at the others. */
  readonly isOwnPort: (port: number) => boolean;
  /** Returns true for a request that may change a local network. */
  readonly changesNetwork: (method: string, path: string) => boolean;
}

/**
 * Makes the one place that knows which pages a node takes requests of, for all that is served. What changes a local network is for pages of
 * loopback origins and those that are named; the rest is for those that are named, or for all.
 *
 * @see docs/decisions/0001, docs/decisions/0006
 */
export function createPageGuard(options: PageGuardOptions): PageGuard {
  const { allowOrigin, allowHost, isOwnPort, changesNetwork } = options;
  const isAllowed = allowedOrigins(allowOrigin, isOwnPort);
  const mayChange = createChangeRule({ origins: allowOrigin, hosts: allowHost, isOwnPort });
  const takes = ({ method, url, origin, host }: PageRequest): boolean =>
    changesNetwork(method, targetPath(url)) ? mayChange(origin, host) : isAllowed(origin, host);
  return { takes, mayRead: (request) => isAllowed(request.origin, request.host) || takes(request) };
}

/**
 * Decides which pages may use the node: those of the named origins, and its own.
 *
 * @param origins - those that may; every origin when absent
 */
function allowedOrigins(origins: readonly string[] | undefined, isOwnPort: (port: number) => boolean): AllowOrigin {
  if (origins === undefined) return () => true;
  const allowed = new Set(origins);
  return (origin, host = "") => {
    if (allowed.has(origin)) return true;
    // An origin that hides itself is the text `null`.
    if (!URL.canParse(origin)) return false;
    const page = new URL(origin);
    return (
      page.host === host.toLowerCase() || (page.hostname === parseHost(host)?.name && isOwnPort(Number(page.port)))
    );
  };
}

/**
 * Lets web pages read an answer. The origin is echoed with credentials allowed, because the official client sends
 * its requests in that mode; nothing here reads a credential, so nothing is given away by it.
 *
 * @param exposedHeaders - response headers that scripts of other origins may read
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#1.11 | Specification, REST API 1.11}, docs/decisions/0001
 */
export function originHeaders(exposedHeaders: readonly string[], { mayRead }: PageGuard): AddHeaders {
  const exposed = exposedHeaders.join(", ");
  return (headers, request) => {
    if (!mayRead(request)) return;
    headers.push("Access-Control-Allow-Origin", request.origin, "Access-Control-Allow-Credentials", "true");
    headers.push("Access-Control-Expose-Headers", exposed);
  };
}

/** Inputs of the preflight middleware. */
export interface PreflightOptions {
  readonly pages: PageGuard;
  /** Answers a preflight that is refused. @param error - says why */
  readonly refuse: (ctx: Context, error: ApiError) => Promise<void>;
  /** Answers a good preflight. @param headers - what the browser may do */
  readonly accept: (ctx: Context, headers: Readonly<Record<string, string>>) => Promise<void>;
}

/** Answers the question of a browser whether it may send a request, for any path. */
export function preflight({ pages, refuse, accept }: PreflightOptions): Middleware {
  return (ctx: Context, next: Next) => {
    const { method, headers } = ctx.req;
    if (method !== "OPTIONS" || headers.origin === undefined) return next();
    const wanted = headers["access-control-request-method"];
    if (wanted === undefined) return next();
    const request = pageRequestOf(ctx.req, headers.origin);
    if (!pages.takes(request)) return refuse(ctx, originNotAllowed());
    if (!allowedMethods.some((allowed) => allowed === request.method)) {
      return refuse(ctx, requestMethodNotAllowed());
    }
    const wantedHeaders = headers["access-control-request-headers"];
    return accept(ctx, {
      "Access-Control-Allow-Methods": allowedMethods.join(", "),
      ...(wantedHeaders !== undefined && { "Access-Control-Allow-Headers": wantedHeaders }),
      "Access-Control-Max-Age": "86400",
    });
  };
}
