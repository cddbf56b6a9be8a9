import type { QueryParameters } from "@ledger/api-core";

const noParameters: QueryParameters = { getAll: () => [] };

/** The path of a request target: everything before its query. */
export function targetPath(target: string): string {
  const end = target.indexOf("?");
  return end < 0 ? target : target.slice(0, end);
}

/** The query of a request target. The full parser works only for queries that need one: most are absent or plain. */
export function targetQuery(target: string): QueryParameters {
  const start = target.indexOf("?");
  if (start < 0) return noParameters;
  const query = target.slice(start + 1);
  return /[%+]/.test(query) ? new URLSearchParams(`?${query}`) : new PlainQuery(query);
}

/** A query in which every character stands for itself. */
class PlainQuery implements QueryParameters {
  readonly #entries: readonly string[];

  constructor(query: string) {
    this.#entries = query.split("&");
  }

  getAll(name: string): readonly string[] {
    const values: string[] = [];
    for (const entry of this.#entries) {
      if (!entry.startsWith(name)) continue;
      if (entry.length === name.length) values.push("");
      else if (entry[name.length] === "=") values.push(entry.slice(name.length + 1));
    }
    return values;
  }
}
