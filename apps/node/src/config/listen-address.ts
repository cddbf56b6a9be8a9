import { isLoopbackName } from "@ledger/api-core";
import { InvalidArgumentError } from "commander";
import * as Type from "typebox";
import type { Value } from "./option.ts";
import { whole } from "./values.ts";

/** The address that the HTTP server listens on. */
export interface ListenAddress {
  readonly host: string;
  /** 0 lets the system choose a free port. */
  readonly port: number;
}

/** The host of a port that is given without one: only this machine can reach it. */
const loopback = "127.0.0.1";

/** Most of a number of a port. */
const mostPort = 65_535;

const addressForm = /^(?:(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s]*)):)?(\d{1,5})$/;

/** `HOST:PORT`, or a port alone (`8080`, `:8080`), which is one of 127.0.0.1; an IPv6 host is in brackets. */
export const listenAddress: Value<ListenAddress> = {
  schema: Type.Union([Type.String({ pattern: addressForm.source }), Type.Integer({ minimum: 0, maximum: mostPort })]),
  parse(given) {
    const match = addressForm.exec(given);
    if (match === null) {
      throw new InvalidArgumentError("expected HOST:PORT or a port, such as 127.0.0.1:8080, [::1]:8080 or 8080.");
    }
    const port = Number(match[3]);
    if (port > mostPort) throw new InvalidArgumentError(`a port must be at most ${mostPort}.`);
    return { host: match[1] || match[2] || loopback, port };
  },
};

/** The port of a service on this machine alone. */
export const port: Value<number> = whole(0, mostPort, `a port, 0 to ${mostPort}; 0 takes a free one`);

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
