import { isLoopback } from "../config/listen-address.ts";
import { nameOfHost } from "./allowed-hosts.ts";

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

const everywhere = headersFor("'self'");
/** The faucet of a local network has a port of its own. */
const onThisMachine = headersFor("'self' http://127.0.0.1:* http://localhost:*");

/** Headers of a page that the node serves. @param host - `Host` of the request: on this machine a page may ask the faucet too */
export function pageHeaders(host: string | undefined): Readonly<Record<string, string>> {
  return host !== undefined && isLoopback(nameOfHost(host)) ? onThisMachine : everywhere;
}
