import type { LedgerSummary } from "@ledger/state-store";
import { mapKey } from "@ledger/types";
import type { ApiRequest } from "../contract/api.ts";
import { ledgerUnavailable, ledgerWithheld } from "../contract/failure.ts";
import { negotiateFormat, type ReplyFormat } from "../contract/media-type.ts";
import { resolveVersion } from "../endpoint/context.ts";
import type { DocumentRoute } from "../endpoint/document-route.ts";
import { classOf } from "../endpoint/place.ts";
import type { RawInput, Route } from "../endpoint/route.ts";
import { parseRequest } from "./request.ts";
import type { Services } from "./services.ts";
import type { Snapshot } from "./snapshots.ts";
import { checkSwitches } from "./switches.ts";

/** A request that was read, and may be answered. */
export interface Question {
  readonly route: Route;
  readonly request: ApiRequest;
  readonly format: ReplyFormat;
  readonly input: RawInput;
  readonly ledger: LedgerSummary;
  /** Entity tag of an answer that is fixed by the request: it names a ledger version. */
  readonly fixedTag: string | undefined;
}

/** Reads a request, and refuses what no look at the ledger is needed for. @throws ApiError */
export function readQuestion(services: Services, route: Route, request: ApiRequest, snapshot: Snapshot): Question {
  const format = negotiateFormat(request.accept);
  const input = parseRequest(route, request);
  route.verify(input);
  checkSwitches(route, services.config, format);
  const ledger = openLedger(services, route, snapshot);
  const version = input.query.ledger_version as bigint | undefined;
  const fixed = route.cache === "state" && version !== undefined ? resolveVersion(ledger, version) : undefined;
  // A fixed version has one answer for ever, so its tag is known before anything is read. That of a list has a cursor, which leads nowhere
  // once the index is made again.
  const isForEver = fixed !== undefined && classOf(services.options, route, request) !== "list";
  const fixedTag = isForEver ? services.tagOf(ledger, format, `v${fixed}`) : undefined;
  return { route, request, format, input, ledger, fixedTag };
}

/** Returns true if a snapshot has a ledger that may be served. */
export function isOpen({ withheld }: Services, { ledger }: Snapshot): boolean {
  return ledger !== undefined && withheld() === undefined;
}

/** The ledger of a snapshot. @throws ApiError 503 where there is none, or none that may be served */
export function openLedger({ withheld }: Services, route: Pick<Route, "id">, snapshot: Snapshot): LedgerSummary {
  if (snapshot.ledger === undefined) throw ledgerUnavailable(snapshot.cause);
  const reason = withheld();
  if (reason !== undefined && route.id !== "healthy") throw ledgerWithheld(reason);
  return snapshot.ledger;
}

/** Longest body that is compared with others. */
const longestKept = 4 * 1024;
const noBytes = new Uint8Array();

/**
 * Equal for requests that have the same answer, by their texts: what is asked, and the state of the ledger.
 *
 * @returns `undefined` where an answer depends on more than these
 */
export function questionKey(
  route: Route | DocumentRoute,
  request: ApiRequest,
  ledger: LedgerSummary | undefined,
): string | undefined {
  const state =
    ledger && [ledger.version, ledger.oldestVersion, ledger.oldestLedgerVersion, ledger.incarnation].map(String);
  const { ifNoneMatch, params, query, accept, contentType, body } = request;
  if (route.kind === "document") return JSON.stringify([route.id, state, ifNoneMatch]);
  const isShared = route.cache === "state" || (route.sharedByBody === true && (body?.length ?? 0) <= longestKept);
  if (!isShared) return undefined;
  const asked = Object.keys(route.query).map((name) => query.getAll(name));
  const sent = route.sharedByBody === true ? [contentType, mapKey(body ?? noBytes)] : [];
  return JSON.stringify([route.id, state, negotiateFormat(accept), ifNoneMatch, params, asked, ...sent]);
}
