import type { HttpAnswer, HttpFault } from "./http-request.ts";
import { readLedgerHeaders, type UpstreamState } from "./ledger-headers.ts";
import { parseRetryAfter } from "./pacing.ts";

/**
 * What an answer to a request for state at one version means.
 *
 * - `body`: BCS to decode
 * - `absent`: there is no such state value at the version
 * - `gone`: the upstream no longer has the state of the version
 * - `later`: the upstream has not come to the version
 * - `failed`: nothing can be concluded
 */
export type StateAnswer =
  | {
      readonly kind: "body";
      readonly body: Uint8Array;
      /** Where the next page starts. */
      readonly cursor: string | undefined;
      readonly state: UpstreamState | undefined;
    }
  | { readonly kind: "absent" | "gone" | "later"; readonly state: UpstreamState | undefined }
  | { readonly kind: "failed"; readonly reason: string; readonly retryAfterMs: number | undefined };

/** Error codes that say that a state value does not exist; very old nodes use the second one. */
const absentCodes: ReadonlySet<string> = new Set(["state_value_not_found", "table_item_not_found"]);
const maxErrorBytes = 4096;
const cursorHeader = /^x-[a-z0-9-]*cursor$/;

/**
 * Says what an answer means for a reader of state at a version. Only an error code that names the state value means that it
 * does not exist: a 404 can come from a gateway as well.
 *
 * @param date - wall clock, milliseconds since the Unix epoch
 * @see Ledger specification, ingest §5.1, §5.13
 */
export function classifyStateAnswer(answer: HttpAnswer | HttpFault, version: bigint, date: number): StateAnswer {
  if ("fault" in answer) return failed(`no answer (${answer.fault.replaceAll("_", " ")})`);
  const state = readLedgerHeaders(answer.headers);
  const { status, headers, body } = answer;
  if (status === 200) {
    const type = (headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
    if (type !== "application/x-bcs") return failed("an answer that is not BCS");
    return { kind: "body", body, cursor: findCursor(headers), state };
  }
  const { code, message } = readError(body);
  if (status === 404 && absentCodes.has(code)) return { kind: "absent", state };
  if (status === 410 || code === "version_pruned" || (status === 500 && /prune/i.test(message))) {
    return { kind: "gone", state };
  }
  if ((status === 404 || status === 400) && state !== undefined && version > state.version) {
    return { kind: "later", state };
  }
  return failed(`status ${status}`, parseRetryAfter(headers.get("retry-after"), date));
}

function failed(reason: string, retryAfterMs?: number): StateAnswer {
  return { kind: "failed", reason, retryAfterMs };
}

/** The header's prefix is the upstream's own. */
function findCursor(headers: Headers): string | undefined {
  for (const [name, value] of headers) if (cursorHeader.test(name)) return value;
  return undefined;
}

function readError(body: Uint8Array): { readonly code: string; readonly message: string } {
  const text = new TextDecoder().decode(body.subarray(0, maxErrorBytes));
  try {
    const { error_code: code, message } = JSON.parse(text) as Record<string, unknown>;
    return { code: typeof code === "string" ? code : "", message: typeof message === "string" ? message : "" };
  } catch {
    return { code: "", message: text };
  }
}
