import { isLoopbackName } from "@ledger/api-core";
import { InvalidArgumentError } from "commander";

/** The address that the HTTP server listens on. */
export interface ListenAddress {
  readonly host: string;
  /** 0 lets the system choose a free port. */
  readonly port: number;
}

/** The host of a port that is given without one: only this machine can reach it. */
const loopback = "127.0.0.1";

/**
 * Parses `HOST:PORT`, or a port alone (`8080`, `:8080`), which is one of 127.0.0.1; an IPv6 host is in brackets. Every option for
 * an address is read by it.
 *
 * @throws InvalidArgumentError with the reason, which the command line shows with the option
 */
export function parseListenAddress(text: string): ListenAddress {
  const match = /^(?:(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s]*)):)?(\d{1,5})$/.exec(text);
  if (match === null) {
    throw new InvalidArgumentError("expected HOST:PORT or a port, such as 127.0.0.1:8080, [::1]:8080 or 8080.");
  }
  const port = Number(match[3]);
  if (port > 65_535) throw new InvalidArgumentError("a port must be at most 65535.");
  return { host: match[1] || match[2] || loopback, port };
}

/** The addresses that a host means: clients may look for `localhost` in both families. */
export function addressesOf({ host, port }: ListenAddress): readonly [ListenAddress, ...ListenAddress[]] {
  if (host !== "localhost") return [{ host, port }];
  return [
    { host: "127.0.0.1", port },
    { host: "::1", port },
  ];
}

/** Returns true if the machine does not support the address family. */
export function lacksFamily(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT";
}

/** An address as it is written on the command line. */
export function formatAddress({ host, port }: ListenAddress): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** The URL people open: a wildcard host is shown as the loopback address. */
export function formatUrl({ host, port }: ListenAddress, scheme = "http"): string {
  const shown = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `${scheme}://${formatAddress({ host: shown, port })}`;
}

/** Returns true for a host of a listen address that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return isLoopbackName(host === "::1" ? "[::1]" : host);
}
