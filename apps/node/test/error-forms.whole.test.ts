import { once } from "node:events";
import { connect } from "node:net";
import { Aptos, AptosApiError, AptosConfig, Network } from "@aptos-labs/ts-sdk";
import { startLocalNetwork } from "@ledger/devnet";
import { serveLocalNetwork } from "@ledger/devnet/node";
import { createDataDir, type ServingNode } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const dataDir = createDataDir();
let node: ServingNode;
/** Addresses of their own. */
let faucet: string;
let graphql: string;

beforeAll(async () => {
  const args = ["--faucet-listen", "127.0.0.1:0", "--indexer-listen", "127.0.0.1:0", "--rate-limit", "60/1h"];
  node = await composeNode("--data-dir", dataDir.path, "--workload", "off", "--trust-proxy", "127.0.0.1", ...args);
  const described = (await (await fetch(`${node.url}/v1/-/local`)).json()) as Record<string, string>;
  faucet = described.faucet!;
  graphql = described.graphql!;
});
afterAll(async () => {
  await node.stop();
  dataDir[Symbol.dispose]();
});

const json = { "content-type": "application/json" };
/** Each test is a client of its own. */
let clients = 0;
const asClient = (): Record<string, string> => ({ "x-forwarded-for": `192.0.2.${++clients}` });

/** Sends bytes. @returns status line and body of what comes back */
async function exchange(url: string, text: string): Promise<{ readonly head: string; readonly body: string }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on("error", () => {});
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk.toString("latin1");
  });
  socket.write(text);
  await once(socket, "close");
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return { head, body };
}

/** Asserts that an answer is an error of GraphQL. */
function expectErrors(text: string, message: RegExp, code: string): void {
  expect(JSON.parse(text)).toEqual({
    errors: [{ message: expect.stringMatching(message), extensions: { path: "$", code } }],
  });
}

describe("at the addresses of GraphQL an error is one of GraphQL", () => {
  const places = (): readonly string[] => [`${node.url}/v1/graphql`, `${node.url}/v1/graphql/`, graphql];

  test.each<[string, number, RegExp, string, RequestInit]>([
    ["another method", 405, /method not allowed/, "not-supported", { method: "GET" }],
    [
      "a body that is too large",
      413,
      /payload too large/,
      "bad-request",
      { method: "POST", body: "a".repeat(2 ** 20 + 1) },
    ],
    [
      "a body beyond all bounds",
      413,
      /payload too large/,
      "bad-request",
      { method: "POST", body: "a".repeat(9 * 2 ** 20) },
    ],
  ])("%s", async (_, status, message, code, asking) => {
    for (const place of places()) {
      const answer = await fetch(place, { ...asking, headers: { ...json, ...asClient() } });
      expect([answer.status, answer.headers.get("content-type")], place).toEqual([status, "application/json"]);
      expect(answer.headers.get("x-svc-chain-id")).toBe("4");
      expectErrors(await answer.text(), message, code);
    }
  });

  test("a client that asks for too much", async () => {
    const headers = { ...json, ...asClient() };
    for (const place of places()) {
      let answer: Response;
      do {
        answer = await fetch(place, { method: "POST", headers, body: '{"query":"{__typename}"}' });
        if (answer.status === 200) await answer.text();
      } while (answer.status === 200);
      expect([answer.status, answer.headers.get("retry-after") !== null]).toEqual([429, true]);
      expectErrors(await answer.text(), /too many requests/, "rate-limit-exceeded");
    }
  });

  test("a request that never reaches the service: another host, two hosts, none, no length, no HTTP", async () => {
    for (const place of places()) {
      const { pathname } = new URL(place);
      const post = (...headers: string[]): string =>
        [`POST ${pathname} HTTP/1.1`, "Connection: close", ...headers, "", ""].join("\r\n");
      const length = "Content-Length: 0";
      for (const [text, status, message, code] of [
        [post("Host: evil.example", length), 403, /--allow-host/, "access-denied"],
        [post("Host: localhost", "Host: localhost", length), 400, /more than once/, "bad-request"],
        [post(length), 400, /Host header is missing/, "bad-request"],
        [post("Host: localhost", "Expect: x", length), 417, /Expect/, "bad-request"],
        [post("Host: localhost", "Transfer-Encoding: chunked"), 411, /Content-Length/, "bad-request"],
      ] as const) {
        const { head, body } = await exchange(place, text);
        expect(head, text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
        expectErrors(body, message, code);
      }
    }
    expectErrors((await exchange(graphql, "nonsense\r\n\r\n")).body, /not well-formed HTTP/, "bad-request");
    expectErrors(
      await (await fetch(new URL("/nowhere", graphql), { headers: asClient() })).text(),
      /not found/,
      "not-found",
    );
  });

  test("one that is refused to a subscription is an event", async () => {
    const headers = { ...json, ...asClient(), accept: "text/event-stream" };
    const answer = await fetch(graphql, { method: "POST", headers, body: `{"query":"${"a".repeat(60_000)}"}` });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([413, "text/event-stream"]);
    const [, data = "", end] = /^event: next\ndata: (.*)\n\n([\s\S]*)$/.exec(await answer.text()) ?? [];
    expectErrors(data, /payload too large/, "bad-request");
    expect(end).toBe("event: complete\ndata:\n\n");
  });
});

test("the official client hands on the message of an error of its indexer", async () => {
  await using slow = await serveRefusing();
  const headers = asClient();
  for (const [indexer, message] of [
    [slow.url, /handling too many requests/],
    [graphql, /too many requests: this node allows/],
  ] as const) {
    const clientConfig = { HEADERS: headers };
    const aptos = new Aptos(
      new AptosConfig({ network: Network.CUSTOM, fullnode: `${node.url}/v1`, indexer, clientConfig }),
    );
    let error: unknown;
    while (error === undefined) {
      error = await aptos.queryIndexer({ query: { query: "{__typename}" } }).then(
        () => undefined,
        (reason: unknown) => reason,
      );
    }
    expect(error).toBeInstanceOf(AptosApiError);
    expect((error as AptosApiError).message).toMatch(message);
  }
});

/** A server that is busy, with the form that the node's has. */
async function serveRefusing() {
  const [{ createServer }, { overloaded }, { queryService }, { createFaultForms }] = await Promise.all([
    import("node:http"),
    import("@ledger/api-core"),
    import("@ledger/local-services"),
    import("../src/http/fault-forms.ts"),
  ]);
  const service = { ...queryService, handle: () => Promise.reject(overloaded()) };
  const inFormOf = createFaultForms({ services: [service], explorer: undefined });
  const server = createServer((request, response) => {
    const error = overloaded();
    const { status, headers, body } = inFormOf(request, { status: error.status, headers: {}, body: "", error });
    request.resume();
    response.writeHead(status, { ...headers }).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { readonly port: number };
  return {
    url: `http://127.0.0.1:${port}/v1/graphql`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe("at the paths of the faucet an error is one of a faucet", () => {
  const evil = { origin: "https://evil.example" };

  test.each<[string, number, string, RequestInit]>([
    ["another method", 405, "InvalidRequest", { method: "PUT" }],
    ["a body that is too large", 413, "InvalidRequest", { method: "POST", body: "a".repeat(70_000) }],
    ["a page of another site", 403, "InvalidRequest", { method: "POST", body: "{}", headers: evil }],
  ])("%s", async (_, status, code, asking) => {
    for (const root of [node.url, `${node.url}/v1`, faucet, `${faucet}/v1`]) {
      const headers = { ...asClient(), ...(asking.headers as Record<string, string> | undefined) };
      const fund = await fetch(`${root}/fund`, { ...asking, headers });
      expect([fund.status, fund.headers.get("content-type")], root).toEqual([status, "application/json"]);
      expect(await fund.json()).toEqual({
        ...{ message: expect.any(String), error_code: code, rejection_reasons: [], txn_hashes: [] },
      });
      const mint = await fetch(`${root}/mint?address=0x1`, { ...asking, headers });
      expect([mint.status, mint.headers.get("content-type")]).toEqual([status, "text/plain; charset=utf-8"]);
      expect(await mint.text()).toMatch(/not allowed|too large|--allow-origin/);
    }
  });
});

test("a network in a program answers in the same forms", async () => {
  const net = await startLocalNetwork();
  await using _ = net;
  await using served = await serveLocalNetwork(net);
  for (const ask of [net.fetch, fetch]) {
    const root = ask === fetch ? served.url : new URL(net.url).origin;
    expectErrors(await (await ask(`${root}/v1/graphql`)).text(), /method not allowed/, "not-supported");
    expect(await (await ask(`${root}/fund`)).json()).toMatchObject({ error_code: "InvalidRequest", txn_hashes: [] });
    expect(await (await ask(`${root}/mint`)).text()).toMatch(/^method not allowed/);
    expect(await (await ask(`${root}/v1/view`)).json()).toMatchObject({ error_code: "web_framework_error" });
  }
});
