import type { HttpAnswer, HttpFault } from "./http-request.ts";
import { readLedgerHeaders, type UpstreamState } from "./ledger-headers.ts";
import { parseRetryAfter } from "./pacing.ts";

/**
 * What an answer to a request for records means.
 *
 * - `body`: BCS to decode
 * - `nothing_yet`: the upstream has not come to the requested version; not a fault
 * - `gone`: the upstream no longer has the requested version
 * - `too_much`: ask for fewer records
 * - `rate_limited`, `faulty`: ask again later, or elsewhere
 * - `unsupported`: this upstream cannot serve records in BCS
 * - `rejected`: the request itself was refused (credentials, parameters)
 */
export type Answer =
  | { readonly kind: "body"; readonly body: Uint8Array; readonly state: UpstreamState | undefined }
  | { readonly kind: "nothing_yet"; readonly state: UpstreamState | undefined }
  | { readonly kind: "gone"; readonly state: UpstreamState | undefined }
  | { readonly kind: "too_much" }
  | { readonly kind: "rate_limited"; readonly retryAfterMs: number | undefined }
  | { readonly kind: "faulty"; readonly reason: string; readonly retryAfterMs: number | undefined }
  | { readonly kind: "unsupported"; readonly reason: string }
  | { readonly kind: "rejected"; readonly reason: string };

/** Bytes of an error body that are looked at. */
const MAX_ERROR_TEXT = 4096;

/**
 * Says what an answer means for a follower that asked for records from `start` on.
 *
 * Decided by the answer's own headers first, because consecutive answers may come from nodes with different heads, then
 * by status, then by the words of the error: list requests below the oldest version are answered 500 by some nodes.
 *
 * @param date - wall clock, milliseconds since the Unix epoch
 * @see Ledger specification, ingest §5.3, §5.11
 */
export function classifyAnswer(answer: HttpAnswer | HttpFault, start: bigint, date: number): Answer {
  if ("fault" in answer) return classifyFault(answer);
  const state = readLedgerHeaders(answer.headers);
  const { status } = answer;
  if (status === 200) {
    if (mediaType(answer.headers) === "application/x-bcs") return { kind: "body", body: answer.body, state };
    return { kind: "faulty", reason: "an answer that is not BCS", retryAfterMs: undefined };
  }
  const retryAfterMs = parseRetryAfter(answer.headers.get("retry-after"), date);
  if (status === 429) return { kind: "rate_limited", retryAfterMs };
  if (status === 413 || status === 504) return { kind: "too_much" };
  if (status === 410) return { kind: "gone", state };
  if (status === 400 || status === 404 || status === 500) {
    if (state !== undefined && start > state.version) return { kind: "nothing_yet", state };
    if (state !== undefined && start < state.oldestVersion) return { kind: "gone", state };
  }
  if (status >= 500) {
    if (status === 500 && /prune/i.test(errorText(answer.body))) return { kind: "gone", state };
    return { kind: "faulty", reason: `status ${status}`, retryAfterMs };
  }
  // Without ledger headers only the words are left: "... is higher than the current ledger version".
  if (status === 400 && state === undefined && /higher than|greater than/i.test(errorText(answer.body))) {
    return { kind: "nothing_yet", state };
  }
  // Another route, or a node of a load-balanced upstream that is behind the one whose head was seen.
  if (status === 404) return { kind: "faulty", reason: "status 404", retryAfterMs };
  if (status === 403) return { kind: "unsupported", reason: "status 403: BCS is disabled" };
  if (status === 406) return { kind: "unsupported", reason: "status 406" };
  return { kind: "rejected", reason: `status ${status}` };
}

function classifyFault({ fault, errorName }: HttpFault): Answer {
  switch (fault) {
    case "too_large":
      return { kind: "too_much" };
    case "timeout":
      return { kind: "faulty", reason: "a timeout", retryAfterMs: undefined };
    case "connection":
    case "aborted":
      return { kind: "faulty", reason: connectionFault(errorName), retryAfterMs: undefined };
  }
}

function connectionFault(errorName: string | undefined): string {
  return errorName === undefined ? "the connection broke" : `no connection (${errorName})`;
}

function mediaType(headers: Headers): string {
  return (headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
}

function errorText(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, MAX_ERROR_TEXT));
}
