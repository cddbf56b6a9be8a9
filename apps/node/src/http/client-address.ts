import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** Groups of 16 bits in the part of an IPv6 address that names a network: one client has all addresses of it. */
const networkGroups = 4;

/** Addresses whose clients are known: each request asks for the client of its connection. */
const names = new Map<string, string>();
const keptNames = 4_096;

/**
 * Names the client that connections and work are counted for: an IPv4 address, or the network (/64) of an IPv6 address.
 * @param address - as Node writes it
 */
export function clientOf(address: string): string {
  let client = names.get(address);
  if (client === undefined) {
    client = nameOf(address);
    if (names.size >= keptNames) names.clear();
    names.set(address, client);
  }
  return client;
}

function nameOf(address: string): string {
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("%")[0]!.split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const last = tail === "" ? [] : tail.split(":");
    while (groups.length + last.length < 8) groups.push("0");
  }
  return `${groups.slice(0, networkGroups).join(":")}::/64`;
}

/** Addresses, and networks such as `10.0.0.0/8`. */
export class AddressList {
  readonly #list = new BlockList();
  readonly #isEmpty: boolean;

  /** @param networks - see `parseNetwork` */
  constructor(networks: readonly string[]) {
    this.#isEmpty = networks.length === 0;
    for (const network of networks) {
      const [address = "", prefix] = network.split("/");
      const family = isIP(address) === 6 ? "ipv6" : "ipv4";
      this.#list.addSubnet(address, prefix === undefined ? (family === "ipv6" ? 128 : 32) : Number(prefix), family);
    }
  }

  /** Returns true for an address of the list. */
  has(address: string): boolean {
    if (this.#isEmpty) return false;
    const [plain = ""] = address.split("%");
    return this.#list.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
  }
}

/** Proxies that speak for their clients. */
export class TrustedProxies extends AddressList {
  /**
   * Finds the client of a request: that of the connection. Where that is a trusted proxy, the one it names last in `X-Forwarded-For`; where
   * that is a trusted proxy too, the one that it names, and so on.
   */
  clientOf({ socket, headers }: Pick<IncomingMessage, "socket" | "headers">): string {
    const address = socket.remoteAddress ?? "";
    if (!this.has(address)) return clientOf(address);
    let client = address;
    for (const entry of String(headers["x-forwarded-for"] ?? "")
      .split(",")
      .reverse()) {
      const named = addressIn(entry);
      if (named === undefined) break;
      client = named;
      if (!this.has(named)) break;
    }
    return clientOf(client);
  }
}

/** The address of an entry of `X-Forwarded-For`: some proxies write the port too. */
function addressIn(entry: string): string | undefined {
  const text = entry.trim();
  const [, bracketed, dotted] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  const address = bracketed ?? dotted ?? text;
  return isIP(address) === 0 ? undefined : address;
}
