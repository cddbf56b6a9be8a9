import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that stands before a node, and hands on what it likes. */
export interface ChangingProxy extends AsyncDisposable {
  /** Base URL, without a path. */
  readonly url: string;
  /** Changes the body of an answer; `undefined` leaves it as it is. */
  change: ((path: string, body: Uint8Array<ArrayBuffer>) => Uint8Array | undefined) | undefined;
}

/** Starts a proxy that changes nothing yet. @param target - base URL of the node */
export async function startChangingProxy(target: string): Promise<ChangingProxy> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "GET", url = "/", headers } = request;
    const sent: Buffer[] = [];
    for await (const chunk of request) sent.push(chunk as Buffer);
    const names = ["accept", "content-type", "last-event-id"];
    const kept = names.flatMap((name) => (typeof headers[name] === "string" ? [[name, headers[name]]] : []));
    const left = new AbortController();
    response.once("close", () => left.abort());
    const answered = await fetch(target + url, {
      ...{ method, headers: Object.fromEntries(kept), signal: left.signal },
      ...(method === "POST" && { body: Buffer.concat(sent) }),
    });
    for (const [name, value] of answered.headers) {
      if (!/^(content-encoding|content-length|transfer-encoding|connection)$/.test(name))
        response.setHeader(name, value);
    }
    response.statusCode = answered.status;
    if (answered.headers.get("content-type")?.startsWith("text/event-stream") === true) {
      response.flushHeaders();
      for await (const chunk of answered.body ?? []) response.write(chunk);
      response.end();
      return;
    }
    const body = new Uint8Array(await answered.arrayBuffer());
    response.end(proxy.change?.(url, body) ?? body);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxy: ChangingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    change: undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
