import { isLoopbackName, parseHost } from "@ledger/api-core";

/** Only what the page itself brings may run, load or be asked. */
function contentSecurityPolicy(connect: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function headersFor(connect: string): Readonly<Record<string, string>> {
  return {
    "Content-Security-Policy": contentSecurityPolicy(connect),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  };
}

/** Makes the headers of a page that the node serves, for the `Host` of a request. */
export type PageHeaders = (host: string | undefined) => Readonly<Record<string, string>>;

/**
 * Says what pages may ask: this node, and what its operator allows. On this machine they may ask the faucet, and other nodes that run here:
 * each has a port of its own.
 *
 * @param nodes - origins of other nodes
 */
export function createPageHeaders(nodes: readonly string[] = []): PageHeaders {
  const everywhere = headersFor(["'self'", ...nodes].join(" "));
  const onThisMachine = headersFor(["'self'", "http://127.0.0.1:*", "http://localhost:*", ...nodes].join(" "));
  return (host) => (isLoopbackName(parseHost(host ?? "")?.name ?? "") ? onThisMachine : everywhere);
}
