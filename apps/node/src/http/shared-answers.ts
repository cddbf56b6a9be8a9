import type { ApiResponse } from "@ledger/api-core";

type Headers = ApiResponse["headers"];

/**
 * Returns true if a cache may give an answer to many clients. One that asks without `Origin` keeps it once for the pages of all origins, and
 * writes the headers for pages itself.
 */
export function isShared(headers: Headers): boolean {
  return headers["Cache-Control"]?.startsWith("public") === true;
}

/** The same answer for a page that has asked here: it names the page's origin, so no cache may give it to another one. */
export function forBrowser(headers: Headers): Headers {
  const policy = headers["Cache-Control"];
  return policy?.includes("s-maxage") ? { ...headers, "Cache-Control": "no-cache" } : headers;
}
