import { SyncError } from "../refusal/sync-error.ts";
import { readBody } from "./read-body.ts";

/** Bounds on one request. */
export interface RequestBounds {
  /** Most milliseconds until the answer's headers are here, connecting included. */
  readonly headersMs: number;
  /** Most milliseconds without a byte of the body. */
  readonly idleMs: number;
  /** Most milliseconds for the whole answer, so that a trickle ends too. */
  readonly totalMs: number;
  /** Most bytes of the body, unpacked. */
  readonly bodyBytes: number;
}

/** A complete answer. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** No complete answer: `too_large` and `timeout` may come out better with a smaller page. */
export interface HttpFault {
  readonly fault: "connection" | "timeout" | "too_large" | "aborted";
  /** The system's name of what broke the connection, such as `ECONNREFUSED`, or words where `fetch` refuses to connect. */
  readonly errorName?: string | undefined;
}

/** The part of `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * One request, read whole within its bounds: a GET, or a POST where there is a body. Redirects are not followed: an upstream
 * is what was configured.
 *
 * @returns the answer whatever its status, or why there is none; never throws for what the other side does
 */
export async function httpRequest(
  fetch: Fetch,
  url: string,
  headers: Readonly<Record<string, string>>,
  bounds: RequestBounds,
  signal: AbortSignal,
  body?: string,
): Promise<HttpAnswer | HttpFault> {
  const stop = new AbortController();
  let timedOut = false;
  const expire = (): void => {
    timedOut = true;
    stop.abort();
  };
  const deadline = setTimeout(expire, bounds.totalMs);
  let timer = setTimeout(expire, bounds.headersMs);
  const restart = (): void => {
    clearTimeout(timer);
    timer = setTimeout(expire, bounds.idleMs);
  };
  try {
    const response = await fetch(url, {
      ...(body !== undefined && { method: "POST", body }),
      headers,
      redirect: "manual",
      signal: AbortSignal.any([signal, stop.signal]),
    });
    restart();
    const bytes = await readBody(response, bounds.bodyBytes, restart);
    return { status: response.status, headers: response.headers, body: bytes };
  } catch (error) {
    if (signal.aborted) return { fault: "aborted" };
    if (timedOut) return { fault: "timeout" };
    if (error instanceof SyncError && error.code === "too_large") return { fault: "too_large" };
    return { fault: "connection", errorName: systemErrorName(error) };
  } finally {
    clearTimeout(deadline);
    clearTimeout(timer);
    stop.abort();
  }
}

/** `fetch` says only that it failed; the cause says why. */
function systemErrorName(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  // Ports of other protocols, which browsers do not ask either.
  if (cause instanceof Error && cause.message === "bad port") return "fetch never asks this port";
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return typeof code === "string" && /^[A-Z][A-Z0-9_]{1,63}$/.test(code) ? code : undefined;
}
