import type { QueryParameters } from "@ledger/api-core";

const noParameters: QueryParameters = { getAll: () => [] };

/** The path of a request target: everything before its query. */
export function targetPath(target: string): string {
  const end = target.indexOf("?");
  return end < 0 ? target : target.slice(0, end);
}

/** The query of a request target. Most requests have none, and are not made to pay for a parser. */
export function targetQuery(target: string): QueryParameters {
  const start = target.indexOf("?");
  return start < 0 ? noParameters : new URLSearchParams(target.slice(start + 1));
}
