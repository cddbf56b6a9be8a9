import { isIP } from "node:net";
import { isLoopback, type ListenAddress } from "../config/listen-address.ts";

/** The name in a `Host` header, in lower case, without the port. */
export function nameOfHost(header: string): string {
  const text = header.trim().toLowerCase();
  const end = text.startsWith("[") ? text.indexOf("]") + 1 : text.indexOf(":");
  return (end > 0 ? text.slice(0, end) : text).replace(/\.$/, "");
}

/**
 * Decides which hosts a node answers for. A page of any site can let its own name point to this machine; while the node listens on a
 * loopback address, only loopback names and those of `--allow-host` are answered, so that no page reads it as its own. On
 * other addresses hosts are checked where `--allow-host` is given; addresses are answered, because a client that asks by one has no name
 * to let point here: that is how balancers and orchestrators probe.
 *
 * @returns whether a `Host` header is one of them
 * @see docs/decisions/0004
 */
export function allowedHosts(listen: ListenAddress, allowed: readonly string[]): (header: string) => boolean {
  const isLocal = isLoopback(listen.host);
  if (!isLocal && allowed.length === 0) return () => true;
  const names = new Set(allowed.map((host) => host.toLowerCase()));
  return (header) => {
    const name = nameOfHost(header);
    return names.has(name) || isLoopback(name) || (!isLocal && isIP(name.replace(/^\[|\]$/g, "")) !== 0);
  };
}
