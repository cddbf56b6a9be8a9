import type { ApiRequest, ApiResponse } from "../contract/api.ts";
import type { DocumentRoute } from "../endpoint/document-route.ts";
import { contentTag, matchesEntityTag, revalidate, varyEncoding } from "./caching.ts";
import type { Services } from "./services.ts";
import type { Snapshot } from "./snapshots.ts";

/** Serves a document about the API. */
export function answerDocument(
  { documents, documentTags, headersOf }: Services,
  route: DocumentRoute,
  { ifNoneMatch }: ApiRequest,
  { ledger }: Snapshot,
): ApiResponse {
  const body = route.render(documents);
  const tag = documentTags.get(route.id) ?? contentTag(body);
  documentTags.set(route.id, tag);
  const headers = {
    ...(ledger === undefined ? {} : headersOf(ledger)),
    Vary: varyEncoding,
    "Cache-Control": revalidate,
    ETag: tag,
  };
  if (matchesEntityTag(ifNoneMatch, tag)) return { status: 304, headers, body: undefined };
  return { status: 200, headers: { ...headers, ...route.headers, "Content-Type": route.contentType }, body };
}
