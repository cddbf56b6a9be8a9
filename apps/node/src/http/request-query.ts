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
  if (target.includes("%", start) || target.includes("+", start)) return new URLSearchParams(target.slice(start));
  return new PlainQuery(target, start + 1);
}

/** A query in which every character stands for itself. */
class PlainQuery implements QueryParameters {
  readonly #target: string;
  readonly #start: number;

  /** @param start - where the query begins */
  constructor(target: string, start: number) {
    this.#target = target;
    this.#start = start;
  }

  getAll(name: string): readonly string[] {
    const target = this.#target;
    const values: string[] = [];
    for (let at = this.#start; at < target.length; ) {
      const next = target.indexOf("&", at);
      const end = next < 0 ? target.length : next;
      const nameEnd = at + name.length;
      if (nameEnd <= end && target.startsWith(name, at)) {
        if (nameEnd === end) values.push("");
        else if (target[nameEnd] === "=") values.push(target.slice(nameEnd + 1, end));
      }
      at = end + 1;
    }
    return values;
  }
}
