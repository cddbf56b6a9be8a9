import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { restSource } from "./rest-source.ts";

const ledger = {
  "x-svc-chain-id": "4",
  "x-svc-ledger-version": "9",
  "x-svc-ledger-oldest-version": "0",
  "x-svc-epoch": "1",
};

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A node whose API is at one path, and has another answer elsewhere. */
const nodeAt = (path: string, elsewhere: number): RequestListener => {
  return ({ url }, response) => {
    if (url === path) response.writeHead(200, { ...ledger, "content-type": "application/json" }).end("{}");
    // The explorer's page and the API's refusals tell of the ledger too.
    else
      response
        .writeHead(elsewhere, { ...ledger, "content-type": elsewhere === 200 ? "text/html" : "application/json" })
        .end();
  };
};

const { signal } = new AbortController();

test.each([
  ["", 404],
  ["/v1/spec", 404],
  ["/v2", 200],
  ["/v1/accounts", 405],
])("a root %s that is answered with %i is no API, and the right one is named", async (path, status) => {
  const host = await serve(nodeAt("/v1", status));
  await expect(restSource({ upstreams: [`${host}${path}`] }).identify?.(signal)).rejects.toMatchObject({
    code: "upstream_unsupported",
    message: expect.stringContaining(`there is no API of a node at ${host}${path}; it is at ${host}/v1`),
  });
});

test("an address at which nothing like a node is found says what is usual", async () => {
  const host = await serve((_, response) => response.writeHead(200).end("<html>"));
  await expect(restSource({ upstreams: [host] }).identify?.(signal)).rejects.toThrow(
    `there is no API of a node at ${host}; its address mostly ends in /v1`,
  );
});

test.each([302, 500, 503, 429, 401])("a node that answers %i may be one, and is waited for", async (status) => {
  const host = await serve((_, response) => response.writeHead(status).end());
  await expect(restSource({ upstreams: [`${host}/v1`] }).identify?.(signal)).resolves.toEqual({});
});

test("of several, the wrong one alone is left out", async () => {
  const host = await serve(nodeAt("/v1", 404));
  const events: string[] = [];
  const source = restSource({
    upstreams: [host, `${host}/v1`],
    onEvent: ({ kind, reason }) => events.push(`${kind}: ${reason}`),
  });
  expect(await source.identify?.(signal)).toEqual({ chainId: 4 });
  expect(events).toEqual([`retired: there is no API of a node at ${host}; it is at ${host}/v1`]);
});
