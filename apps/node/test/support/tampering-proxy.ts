import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { arrayBuffer } from "node:stream/consumers";

/** A proxy in front of a node. */
export interface TamperingProxy extends AsyncDisposable {
  /** Base URL without a path. */
  readonly url: string;
  /** Whether it changes the first transaction of each answer that holds ledger records. */
  tampers: boolean;
  /** Called with each path; the request is passed on when what it returns has happened. */
  holds: (path: string) => Promise<unknown> | undefined;
}

/** Behind count and version, in the 32 bytes that every transaction of the local network begins with: sender or block id. */
const insideFirstTransaction = 20;

/** Starts a proxy that passes everything on, until it is told to tamper. */
export async function startProxy(upstream: string): Promise<TamperingProxy> {
  const server = createServer((request, response) => {
    // An upstream that is gone cuts the connection, as any proxy does.
    pass(request, response).catch(() => response.destroy());
  });
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? "/";
    await proxy.holds(path);
    if (response.destroyed) return;
    const { method = "GET", headers: asked } = request;
    const sent = method === "POST" && {
      body: new Uint8Array(await arrayBuffer(request)),
      headers: { "content-type": asked["content-type"] ?? "" },
    };
    const answer = await fetch(upstream + path, {
      ...{ method, ...sent },
      headers: { accept: asked.accept ?? "*/*", "accept-encoding": "identity", ...(sent ? sent.headers : {}) },
    });
    const body = new Uint8Array(await answer.arrayBuffer());
    if (proxy.tampers && path.startsWith("/v1/transactions") && answer.ok) body[insideFirstTransaction]! ^= 1;
    const headers = [...answer.headers].filter(([name]) => /^(x-svc-|content-type|retry-after)/.test(name));
    response.writeHead(answer.status, Object.fromEntries(headers)).end(body);
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy: TamperingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tampers: false,
    holds: () => undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return proxy;
}
