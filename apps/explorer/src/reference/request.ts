import type { PlacedOperation } from "../api/openapi.ts";

/** The path with its parameters filled in, and the query of those that are not empty. */
export function buildPath({ path, operation }: PlacedOperation, values: Readonly<Record<string, string>>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => pathText(values[name] ?? ""));
  const query = new URLSearchParams();
  for (const { name, in: place } of operation.parameters ?? []) {
    const value = values[name];
    if (place === "query" && value !== undefined && value !== "") query.set(name, value);
  }
  return query.size === 0 ? filled : `${filled}?${readable(String(query))}`;
}

function pathText(value: string): string {
  return readable(encodeURIComponent(value)).replace(
    // Left alone by the platform, and special to shells.
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Colons stand for themselves in paths and queries (RFC 3986 3.3, 3.4): `0x1::coin` stays readable. */
function readable(encoded: string): string {
  return encoded.replaceAll("%3A", ":").replaceAll("%2C", ",");
}
