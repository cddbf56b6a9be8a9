import type { ApiCall } from "../api/call.ts";
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
  return readable(encodeURIComponent(value));
}

/** Colons stand for themselves in paths and queries (RFC 3986 3.3, 3.4): `0x1::coin` stays readable. */
function readable(encoded: string): string {
  return encoded.replaceAll("%3A", ":").replaceAll("%2C", ",");
}

/** A text in single quotes for a POSIX shell. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The request as a command line. */
export function curlSnippet(base: string, { method, path, accept, body }: ApiCall): string {
  const bcs = accept === "application/x-bcs";
  const lines = [`curl ${bcs ? "--output answer.bcs " : ""}${shellQuote(base + path)}`];
  if (method === "POST" && body === undefined) lines.push("--request POST");
  if (bcs) lines.push(`--header ${shellQuote(`Accept: ${accept}`)}`);
  if (body !== undefined) {
    lines.push(`--header ${shellQuote("Content-Type: application/json")}`, `--data ${shellQuote(body)}`);
  }
  return lines.join(" \\\n  ");
}

/** The request as TypeScript that runs in a browser and in Node without packages. */
export function typescriptSnippet(base: string, { method, path, accept, body }: ApiCall): string {
  const bcs = accept === "application/x-bcs";
  const headers = [
    ...(bcs ? [`Accept: "application/x-bcs"`] : []),
    ...(body === undefined ? [] : [`"Content-Type": "application/json"`]),
  ];
  const options = [
    ...(method === "POST" ? [`method: "POST",`] : []),
    ...(headers.length > 0 ? [`headers: { ${headers.join(", ")} },`] : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${indent(body)}),`]),
  ];
  const url = JSON.stringify(base + path);
  const call = options.length === 0 ? `fetch(${url})` : `fetch(${url}, {\n  ${options.join("\n  ")}\n})`;
  return [
    `const response = await ${call};`,
    "if (!response.ok) {",
    "  const { error_code, message } = await response.json();",
    `  throw new Error(\`\${error_code}: \${message}\`);`,
    "}",
    bcs ? "const bytes = new Uint8Array(await response.arrayBuffer());" : "const value = await response.json();",
    `const ledgerVersion = response.headers.get("X-SVC-LEDGER-VERSION");`,
  ].join("\n");
}

/** A body that is not JSON stays a text, so that the snippet sends what the form sends. */
function indent(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2).replaceAll("\n", "\n  ");
  } catch {
    return JSON.stringify(body);
  }
}
