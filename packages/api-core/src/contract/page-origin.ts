import type { ApiRoute } from "./api.ts";

/** The parts of a `Host` header. */
export interface NamedHost {
  /** In lower case, without a dot at its end; an address of IPv6 is in brackets. */
  readonly name: string;
  /** Absent where the header has none. */
  readonly port: number | undefined;
}

const hostForm = /^(?<name>\[[0-9a-f:.]{2,45}\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?(?::(?<port>\d{1,5}))?$/;

/** Reads a `Host` header. @returns `undefined` for one that is not a name or an address, and at most a port, from its beginning to its end */
export function parseHost(header: string): NamedHost | undefined {
  const { name, port } = hostForm.exec(header.trim().toLowerCase())?.groups ?? {};
  return name === undefined ? undefined : { name, port: port === undefined ? undefined : Number(port) };
}

/** Returns true for the names and addresses by which a machine reaches itself alone. @param name - see {@link NamedHost} */
export function isLoopbackName(name: string): boolean {
  if (name === "localhost" || name.endsWith(".localhost") || name === "[::1]") return true;
  return /^127(?:\.\d{1,3}){3}$/.test(name) && isAddress(name);
}

/** Returns true for an address, which no site can let point to another machine as it can a name. */
function isAddress(name: string): boolean {
  if (name.startsWith("[")) return true;
  const parts = name.split(".");
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
}

/** Parses an `Origin` header, which browsers send in lower case. @returns `undefined` for `null`, several, and other forms */
function parseOrigin(origin: string): NamedHost | undefined {
  const [, place] = /^https?:\/\/([^A-Z\s]+)$/.exec(origin) ?? [];
  return place === undefined ? undefined : parseHost(place);
}

/** The pages that may change a local network besides those of loopback origins. */
export interface ChangingPages {
  /** Their origins; none when absent. */
  readonly origins?: readonly string[] | undefined;
  /** Names by which the network itself serves pages, besides its addresses; none when absent. */
  readonly hosts?: readonly string[] | undefined;
  /** Returns true for a port of the network, besides the one that is asked; none when absent. */
  readonly isOwnPort?: ((port: number) => boolean) | undefined;
}

/** Returns true if a page of this origin may change the network that it reaches under this `Host`. */
export type MayChange = (origin: string, host: string | undefined) => boolean;

/**
 * Decides which pages may change a local network: those of loopback origins, whatever their port, those that are named, and the network's
 * own. A page counts as its own only by an address, or by a name that is allowed: any site can let another name point here.
 */
export function createChangeRule({ origins = [], hosts = [], isOwnPort }: ChangingPages = {}): MayChange {
  const named = new Set(origins);
  const names = new Set(hosts.map((host) => host.toLowerCase()));
  return (origin, host) => {
    if (named.has(origin)) return true;
    const page = parseOrigin(origin);
    if (page === undefined) return false;
    if (isLoopbackName(page.name)) return true;
    const asked = parseHost(host ?? "");
    if (asked === undefined || page.name !== asked.name) return false;
    if (!isAddress(asked.name) && !names.has(asked.name)) return false;
    return page.port === asked.port || (page.port !== undefined && isOwnPort?.(page.port) === true);
  };
}

/** Returns true for a route whose requests may change the ledger. */
export function changesLedger({ work }: ApiRoute): boolean {
  return work === "submission";
}
