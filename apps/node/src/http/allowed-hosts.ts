import { isIP } from "node:net";
import { isLoopbackName, parseHost } from "@ledger/api-core";
import { isLoopback, type ListenAddress } from "../config/listen-address.ts";

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
    const name = parseHost(header)?.name;
    if (name === undefined) return false;
    return names.has(name) || isLoopbackName(name) || (!isLocal && isIP(name.replace(/^\[|\]$/g, "")) !== 0);
  };
}
