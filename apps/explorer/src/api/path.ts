/** Builds a path with its parameters percent-encoded: ``apiPath`/accounts/${address}/modules` ``. */
export function apiPath(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return parts.reduce((path, part, i) => path + encodeURIComponent(values[i - 1] ?? "") + part);
}

/** Adds the query parameters that have a value. */
export function withQuery(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}
