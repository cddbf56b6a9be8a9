import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ApiError, changesLedger, createChangeRule, originNotAllowed, payloadTooLarge } from "@ledger/api-core";
import type { HttpService } from "@ledger/local-services";
import type { LocalNetwork } from "../local/local-network.ts";
import { failAt } from "../network/api-fetch.ts";

/** The address at which a network is served. */
export interface ServeLocalNetworkOptions {
  /** A free one when absent. */
  readonly port?: number | undefined;
}

/** A network on a port of this machine. */
export interface ServedLocalNetwork extends AsyncDisposable {
  /** For `connectLocalNetwork`, e.g. `http://127.0.0.1:8080`. */
  readonly url: string;
}

/** Largest request, bytes: a dumped state as hex is the largest. */
const maxBody = 256 * 1024 * 1024;

/**
 * Serves a network on a loopback port. Every page may read; what changes the network is for programs of this machine, and for pages of
 * loopback origins.
 *
 * @throws Error when the port is taken
 */
export async function serveLocalNetwork(
  net: LocalNetwork,
  { port = 0 }: ServeLocalNetworkOptions = {},
): Promise<ServedLocalNetwork> {
  // A connection that is closed for idleness may be in use by then at its other end.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    void respond(net, incoming, outgoing).catch((error: unknown) => outgoing.destroy(error as Error));
  });
  await listen(server, port);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}

async function respond(net: LocalNetwork, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method = "GET", url = "/", headers: sent } = incoming;
  const target = new URL(url, net.faucetUrl);
  const wanted = method === "OPTIONS" ? (sent["access-control-request-method"] ?? "") : method;
  const { origin } = sent;
  if (origin !== undefined && changesNetwork(net, wanted, target.pathname) && !mayChange(origin, sent.host)) {
    incoming.resume();
    await refuse(net, target, incoming, outgoing, originNotAllowed());
    return;
  }
  for (const [name, value] of Object.entries(corsHeaders)) outgoing.setHeader(name, value);
  if (method === "OPTIONS") {
    outgoing.writeHead(204).end();
    return;
  }
  const body = await readBody(incoming);
  if (body === undefined) {
    outgoing.setHeader("connection", "close");
    await refuse(net, target, incoming, outgoing, payloadTooLarge(maxBody));
    return;
  }
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
  // Only the path counts: the host that the client named is among the headers.
  const request = new Request(target, {
    method,
    headers,
    ...(method === "POST" && { body: body as Uint8Array<ArrayBuffer> }),
  });
  const response = await net.fetch(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(new Uint8Array(await response.arrayBuffer()));
}

async function refuse(
  { endpoints }: LocalNetwork,
  target: URL,
  { headers: { accept } }: IncomingMessage,
  outgoing: ServerResponse,
  error: ApiError,
): Promise<void> {
  const asked = { url: target.href, headers: new Headers(accept === undefined ? [] : [["accept", accept]]) };
  const { status, headers, body } = await failAt(endpoints, asked, error);
  outgoing.writeHead(status, { ...headers }).end(body);
}

/** Pages that may change the network besides its own: those of this machine. */
const mayChange = createChangeRule();

/** Returns true for a request that may change the network. */
function changesNetwork({ endpoints: { routes, services } }: LocalNetwork, method: string, path: string): boolean {
  if (Object.values<HttpService>({ ...services }).some(({ changes }) => changes.includes(path))) return true;
  try {
    const found = routes.find(method.toUpperCase(), path);
    return found !== undefined && changesLedger(found.route);
  } catch {
    // The path is refused, as for everybody.
    return false;
  }
}

/** Any page may read, as on a public network. */
const corsHeaders = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "GET, POST, OPTIONS",
  "access-control-expose-headers": "*",
};

async function readBody(incoming: IncomingMessage): Promise<Uint8Array | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maxBody) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
