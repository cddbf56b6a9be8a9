import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { LocalNetwork } from "../local/local-network.ts";
import { verbRoot } from "../verbs/verb-service.ts";

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
 * Serves a network on a loopback port: its API, faucet and GraphQL for every page, its verbs for programs of this machine only.
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
  const { method = "GET", url = "/" } = incoming;
  const isVerb = url.startsWith(verbRoot);
  if (!isVerb) for (const [name, value] of Object.entries(corsHeaders)) outgoing.setHeader(name, value);
  if (method === "OPTIONS") {
    outgoing.writeHead(isVerb ? 403 : 204).end();
    return;
  }
  const body = await readBody(incoming);
  if (body === undefined) {
    outgoing.writeHead(413, { connection: "close" }).end();
    return;
  }
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
  // Only the path counts: the host that the client named is among the headers.
  const request = new Request(new URL(url, net.faucetUrl), {
    method,
    headers,
    ...(method === "POST" && { body: body as Uint8Array<ArrayBuffer> }),
  });
  const response = await net.fetch(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(new Uint8Array(await response.arrayBuffer()));
}

/** Any page may use the API, as on a public network; the verbs never are for pages. */
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
