import { InvalidArgumentError } from "commander";

/** Where the HTTP server listens. */
export interface ListenAddress {
  readonly host: string;
  /** 0 lets the system choose a free port. */
  readonly port: number;
}

/**
 * Parses `HOST:PORT`; an IPv6 host is in brackets.
 *
 * @throws InvalidArgumentError with the reason, which the command line shows with the option
 */
export function parseListenAddress(text: string): ListenAddress {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s]+)):(\d{1,5})$/.exec(text);
  if (match === null) throw new InvalidArgumentError("expected HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080.");
  const port = Number(match[3]);
  if (port > 65_535) throw new InvalidArgumentError("a port must be at most 65535.");
  return { host: match[1] ?? match[2] ?? "", port };
}

/** Parses `HOST:PORT`, or a port of this machine alone. @throws InvalidArgumentError */
export function parseAdminAddress(text: string): ListenAddress {
  return parseListenAddress(/^\d{1,5}$/.test(text) ? `127.0.0.1:${text}` : text);
}

/** The URL people open: a wildcard host is shown as the loopback address. */
export function formatUrl({ host, port }: ListenAddress, scheme = "http"): string {
  const shown = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `${scheme}://${shown.includes(":") ? `[${shown}]` : shown}:${port}`;
}
