import type { HttpAnswer, HttpFault } from "./http-request.ts";
import { readLedgerHeaders, type UpstreamState } from "./ledger-headers.ts";
import { parseRetryAfter } from "./pacing.ts";

/**
 * What an answer of an upstream means, whatever was asked for.
 *
 * - `body`: BCS to decode
 * - `absent`: the state value does not exist at the version
 * - `later`: the upstream has not reached the version; not a fault
 * - `gone`: the upstream no longer has the version
 * - `too_much`: ask for less
 * - `rate_limited`: ask again later, and less often
 * - `faulty`: ask again later, or elsewhere
 * - `unsupported`: this upstream cannot answer that in BCS
 * - `rejected`: the request itself was refused (credentials, parameters)
 */
export type Answer =
  | BodyAnswer
  | { readonly kind: "absent"; readonly state: UpstreamState | undefined }
  | { readonly kind: "later"; readonly state: UpstreamState | undefined }
  | { readonly kind: "gone"; readonly state: UpstreamState | undefined }
  | { readonly kind: "too_much" }
  | { readonly kind: "rate_limited"; readonly retryAfterMs: number | undefined }
  | FaultyAnswer
  | { readonly kind: "unsupported" | "rejected"; readonly reason: string };

/** BCS to decode. */
export interface BodyAnswer {
  readonly kind: "body";
  readonly body: Uint8Array;
  /** The start of a listing's next page. */
  readonly cursor: string | undefined;
  readonly state: UpstreamState | undefined;
}

/** An answer that is of no use. */
export interface FaultyAnswer {
  readonly kind: "faulty";
  readonly reason: string;
  readonly retryAfterMs: number | undefined;
  /** The extent of a failure: the upstream as a whole does not answer, or it gave a bad answer to one question. */
  readonly scope: "upstream" | "question";
}

/** Bytes of an error body that are looked at. */
const maxErrorBytes = 4096;

/** Error codes that say that a raw state value does not exist; very old nodes use the second one. */
const absentValueCodes: ReadonlySet<string> = new Set(["state_value_not_found", "table_item_not_found"]);

/** The prefix of the header is the upstream's own. */
const cursorHeader = /^x-[a-z0-9-]*cursor$/;

/**
 * Says what an answer means for a request for records from a version on, or for state at it.
 *
 * Decided by the answer's own headers first, because consecutive answers may come from nodes with different heads, then by
 * status, then by the words of the error: list requests below the oldest version are answered 500 by some nodes. Only an error
 * code that names the state value means that it does not exist: a 404 can come from a gateway as well.
 *
 * @param date - wall clock, milliseconds since the Unix epoch
 * @param absentCodes - error codes by which the route says that what was asked for does not exist
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.1 | Specification, ingest 5.1}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.3 | Specification, ingest 5.3}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.11 | Specification, ingest 5.11}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.13 | Specification, ingest 5.13}
 */
export function readAnswer(
  answer: HttpAnswer | HttpFault,
  version: bigint,
  date: number,
  absentCodes: ReadonlySet<string> = absentValueCodes,
): Answer {
  if ("fault" in answer) return readFault(answer);
  const { status, headers, body } = answer;
  const state = readLedgerHeaders(headers);
  if (status === 200) {
    if (mediaType(headers) !== "application/x-bcs") return faulty("its answer is not BCS");
    return { kind: "body", body, cursor: findCursor(headers), state };
  }
  const retryAfterMs = parseRetryAfter(headers.get("retry-after"), date);
  if (status === 429) return { kind: "rate_limited", retryAfterMs };
  if (status === 413 || status === 504) return { kind: "too_much" };
  const { code, message } = readError(body);
  if (status === 404 && absentCodes.has(code)) return { kind: "absent", state };
  if (status === 410 || code === "version_pruned") return { kind: "gone", state };
  if (status === 400 || status === 404 || status === 500) {
    if (state !== undefined && version > state.version) return { kind: "later", state };
    if (state !== undefined && version < state.oldestVersion) return { kind: "gone", state };
  }
  if (status === 500 && /prune/i.test(message)) return { kind: "gone", state };
  if (status >= 500) return faulty(`status ${status}`, retryAfterMs, status === 500 ? "question" : "upstream");
  // Without ledger headers only the words are left: "... is higher than the current ledger version".
  if (status === 400 && state === undefined && /higher than|greater than/i.test(message))
    return { kind: "later", state };
  // Another route, or a node of a load-balanced upstream that has not reached the head of the one that was seen.
  if (status === 404) return faulty("status 404", retryAfterMs);
  if (status === 403) return { kind: "unsupported", reason: "status 403: BCS is disabled" };
  if (status === 406) return { kind: "unsupported", reason: "status 406" };
  return { kind: "rejected", reason: `status ${status}` };
}

/** An answer of no use. */
export function faulty(reason: string, retryAfterMs?: number, scope: FaultyAnswer["scope"] = "question"): FaultyAnswer {
  return { kind: "faulty", reason, retryAfterMs, scope };
}

function readFault({ fault, errorName }: HttpFault): Answer {
  switch (fault) {
    case "too_large":
      return { kind: "too_much" };
    case "timeout":
      return faulty("a timeout", undefined, "upstream");
    case "connection":
    case "aborted":
      return faulty(
        errorName === undefined ? "the connection was interrupted" : `no connection (${errorName})`,
        undefined,
        "upstream",
      );
  }
}

function mediaType(headers: Headers): string {
  return (headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
}

function findCursor(headers: Headers): string | undefined {
  for (const [name, value] of headers) if (cursorHeader.test(name)) return value;
  return undefined;
}

/** The code and the message of an error; of one that is not JSON, all of its text. */
function readError(body: Uint8Array): { readonly code: string; readonly message: string } {
  const text = new TextDecoder().decode(body.subarray(0, maxErrorBytes));
  try {
    const { error_code: code, message } = JSON.parse(text) as Record<string, unknown>;
    return { code: typeof code === "string" ? code : "", message: typeof message === "string" ? message : "" };
  } catch {
    return { code: "", message: text };
  }
}
