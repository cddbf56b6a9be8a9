import { once } from "node:events";
import { connect } from "node:net";
import { createDataDir, startNode } from "@ledger/node-process";
import { beforeAll, describe, expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { expectLedgerHeaders } from "./support/ledger-headers.ts";
import { openSharedNode, type SharedNode } from "./support/open-shared-node.ts";

let node: SharedNode;

beforeAll(async () => {
  node = await openSharedNode("still-ledger");
});

/** Sends raw bytes and returns all that comes back until the connection ends. */
async function exchange(request: string): Promise<string> {
  const { hostname, port } = new URL(node.url);
  const socket = connect(Number(port), hostname);
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  socket.end(request);
  await once(socket, "close");
  return text;
}

test("a node tells what it is, where and how long it keeps its ledger, and what it checks", async () => {
  const { version } = manifest;
  const network = { chain_id: "testing", node_type: "public_fullnode", version, store: "sqlite" };
  const serving = await fetch(`${node.url}/v1/info`);
  expectLedgerHeaders(serving);
  // One that only serves does not know how its ledger is kept.
  const executed = { equal: "0", different: "0" };
  expect(await serving.json()).toEqual({ ...network, role: "api", internal_indexer_config: "", executed });
  const { url } = await openSharedNode("local-network");
  expect(await (await fetch(`${url}/v1/info`)).json()).toEqual({
    ...network,
    role: "full",
    internal_indexer_config: expect.stringContaining("accounts,assets"),
    window: { time_usecs: "86400000000", disk_bytes: "10737418240" },
    verified: { event_roots: "strict", state_roots: "every_block", proofs: "on" },
    executed: { mode: "off", ...executed },
  });
});

describe("routing", () => {
  test("an unknown route is 404 and a wrong method 405, both in the documented body with the ledger headers", async () => {
    const missing = await fetch(`${node.url}/v1/nowhere`);
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ error_code: "web_framework_error" });
    expectLedgerHeaders(missing);
    for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
      const wrong = await fetch(`${node.url}/v1/accounts/0x1/modules`, {
        method,
        body: method === "POST" ? "{}" : null,
      });
      expect(wrong.status, method).toBe(405);
      expect(wrong.headers.get("allow")).toContain("GET");
      expect(await wrong.json()).toMatchObject({ error_code: "web_framework_error" });
      expectLedgerHeaders(wrong);
    }
  });

  test("a method that HTTP does not know is 405, never 501", async () => {
    const answer = await exchange("PROPFIND /v1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
  });

  test.each([
    ["/", {}],
    ["/v1/spec", {}],
    ["/v1/accounts/0x1/modules?limit=1&ledger_version=0", {}],
    ["/v1/accounts/0x1/modules?limit=1&ledger_version=0", { accept: "application/x-bcs" }],
    ["/v1/accounts/0x1/modules?limit=1&ledger_version=0", { "accept-encoding": "gzip", origin: "https://app.example" }],
    ["/v1/accounts/0x1/balance/0xa?ledger_version=0", { "if-none-match": "*" }],
    ["/v1/accounts/0x1/module/nothing?ledger_version=0", {}],
    ["/v1/accounts/zz", {}],
    ["/v1/nowhere", {}],
  ])("HEAD answers as GET without a body: %s %o", async (path, headers) => {
    const get = await fetch(node.url + path, { headers });
    const head = await fetch(node.url + path, { headers, method: "HEAD" });
    await get.arrayBuffer();
    expect(head.status).toBe(get.status);
    expect(await head.text()).toBe("");
    // The ledger goes on between the two.
    const kept = ([name]: readonly [string, string]): boolean => !/^(?:connection|date|x-(?:svc|aptos)-.*)$/.test(name);
    expect([...head.headers].filter(kept)).toEqual([...get.headers].filter(kept));
    expect(head.headers.get("x-svc-cursor")).toBe(get.headers.get("x-svc-cursor"));
  });

  test("the index answers with and without its trailing slash, the root leads to it", async () => {
    expect((await fetch(`${node.url}/v1`)).status).toBe(200);
    expect((await fetch(`${node.url}/v1/`)).status).toBe(200);
    const root = await fetch(node.url);
    expect(root.headers.get("content-type")).toMatch(/^text\/html/);
    expect(await root.text()).toContain("/v1/spec");
  });

  test("a target in absolute form, as proxies send it, names the same resource", async () => {
    const first = await exchange("GET http://node.example/v1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    expect(first).toMatch(/^HTTP\/1\.1 200 /);
    const head = "http://node.example/v1/accounts/0x1/modules?limit=1";
    for (let i = 0; i < 2; i++) {
      const page = await exchange(`GET ${head} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect(page).toMatch(/^HTTP\/1\.1 200 /);
      expect(page).toMatch(/\r\nX-SVC-CURSOR: /);
    }
  });

  test("a client of HTTP/1.0 is answered with a length, and the connection ends", async () => {
    const answer = await exchange("GET /v1 HTTP/1.0\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toMatch(/\r\nContent-Length: \d+\r\n/);
    expect(answer).toMatch(/\r\nConnection: close\r\n/);
  });

  test("an offer to change the protocol is passed over", async () => {
    for (const protocol of ["websocket", "h2c"]) {
      const offer = `Connection: Upgrade, close\r\nUpgrade: ${protocol}\r\n`;
      expect(await exchange(`GET /v1 HTTP/1.1\r\nHost: localhost\r\n${offer}\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
    }
  });

  test("OPTIONS that is no preflight is 405", async () => {
    for (const target of ["/v1", "/v1/accounts/0x1/modules"]) {
      const answer = await exchange(`OPTIONS ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect(answer, target).toMatch(/^HTTP\/1\.1 405 /);
      expect(answer, target).toMatch(/\r\nAllow: [A-Z, ]*GET/);
    }
  });

  test("broken percent-encoding and null bytes in a path are 400", async () => {
    for (const path of ["/v1/accounts/%E0%A4%A/modules", "/v1/accounts/%00/modules", "/v1/accounts/0x1%2f/modules"]) {
      const response = await fetch(node.url + path);
      expect(response.status, path).toBe(400);
      expect(await response.json()).toMatchObject({ error_code: "web_framework_error" });
    }
  });
});

describe("bodies", () => {
  const url = (): string => `${node.url}/v1/transactions/encode_submission`;

  test("a chunked body is 411", async () => {
    const answer = await exchange(
      "POST /v1/transactions/encode_submission HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
        "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    );
    expect(answer).toMatch(/^HTTP\/1\.1 411 /);
    expect(answer).toContain("web_framework_error");
  });

  test("a body is read to its end, however it comes", async () => {
    const { hostname, port } = new URL(node.url);
    const socket = connect(Number(port), hostname);
    const answer = once(socket, "data");
    const body = JSON.stringify({ key: "0x00" });
    const head = `POST /v1/tables/0x1/raw_item HTTP/1.1\r\nHost: localhost\r\nAccept: application/x-bcs\r\n`;
    const announced = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`;
    socket.write(head + announced);
    expect(String((await answer)[0])).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    const found = once(socket, "data");
    for (const character of body) await new Promise((sent) => socket.write(character, sent));
    expect(String((await found)[0])).toMatch(/^HTTP\/1\.1 404 [\s\S]*table_item_not_found/);
    // The connection goes on: nothing of the body was left in it.
    const next = once(socket, "data");
    socket.write("GET /v1 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    expect(String((await next)[0])).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });

  test("a body over the limit is 413 by its length alone", async () => {
    const answer = await exchange(
      "POST /v1/transactions/encode_submission HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
        "Content-Length: 8388609\r\nConnection: close\r\n\r\n{",
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/X-SVC-CHAIN-ID: 4/i);
  });

  test("a body without a type, or of another type, is 415", async () => {
    for (const headers of [{ "content-type": "invalid" }, { "content-type": "text/plain" }]) {
      const response = await fetch(url(), { method: "POST", headers, body: "text" });
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ error_code: "web_framework_error" });
      expectLedgerHeaders(response);
    }
    const bare = await exchange(
      "POST /v1/transactions/encode_submission HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
    );
    expect(bare).toMatch(/^HTTP\/1\.1 415 /);
  });
});

describe("browsers of other origins", () => {
  test.each(["/v1/spec.yaml", "/v1/spec", "/v1/", "/v1/transactions/encode_submission"])(
    "a preflight of %s with an allowed method is 200 and echoes the origin",
    async (path) => {
      const response = await fetch(node.url + path, {
        method: "OPTIONS",
        headers: {
          origin: "test",
          "access-control-request-method": "POST",
          "access-control-request-headers": "content-type",
        },
      });
      expect(response.status).toBe(200);
      expect(response.headers.get("access-control-allow-origin")).toBe("test");
      expect(response.headers.get("access-control-allow-headers")).toBe("content-type");
      expectLedgerHeaders(response);
    },
  );

  test("a preflight with another method is 403", async () => {
    const response = await fetch(`${node.url}/v1/spec`, {
      method: "OPTIONS",
      headers: { origin: "test", "access-control-request-method": "PUT" },
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error_code: "web_framework_error" });
  });

  test("a page of another origin than those allowed is told which option allows it", async () => {
    using folder = createDataDir();
    await using other = await startNode("--data-dir", folder.path, "--allow-origin", "https://a.example");
    const refused = await fetch(`${other.url}/v1/spec`, {
      method: "OPTIONS",
      headers: { origin: "https://b.example", "access-control-request-method": "GET" },
    });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining("--allow-origin") });
  });

  test("scripts may read the cursor and the ledger headers, on errors too", async () => {
    const response = await fetch(`${node.url}/v1/accounts/xyz/modules`, { headers: { origin: "https://app.example" } });
    expect(response.status).toBe(400);
    expect(response.headers.get("access-control-allow-origin")).toBe("https://app.example");
    expect(response.headers.get("vary")).toMatch(/Origin/);
    const exposed = response.headers.get("access-control-expose-headers")?.toUpperCase() ?? "";
    for (const name of ["X-SVC-CURSOR", "X-SVC-LEDGER-VERSION", "X-APTOS-CURSOR"]) expect(exposed).toContain(name);
  });
});

test("requests that come together are answered as each of them is alone", async () => {
  const json = { "content-type": "application/json" };
  const item = JSON.stringify({ key_type: "u64", value_type: "u64", key: "1" });
  const questions: readonly (readonly [path: string, init?: RequestInit])[] = [
    ["/accounts/0x1?ledger_version=0"],
    ["/accounts/0x1/resources?ledger_version=0&limit=3", { headers: { accept: "application/x-bcs" } }],
    ["/accounts/0x1/modules?ledger_version=0&limit=2"],
    ["/accounts/0x1/module/coin?ledger_version=0", { method: "HEAD" }],
    ["/accounts/0x1/balance/0xa?ledger_version=zero"],
    ["/tables/0x5/item?ledger_version=0", { method: "POST", headers: json, body: item }],
    ["/tables/0x5/item?ledger_version=0", { method: "POST", headers: json, body: "{" }],
    ["/tables/0x5/item?ledger_version=0", { method: "POST", body: item, headers: { "content-type": "text/plain" } }],
    ["/nowhere"],
  ];
  const ask = async ([path, init]: (typeof questions)[number]) => {
    const response = await fetch(`${node.url}/v1${path}`, init);
    return { path, status: response.status, body: Buffer.from(await response.arrayBuffer()).toString("latin1") };
  };
  const alone = [];
  for (const question of questions) alone.push(await ask(question));
  expect(new Set(alone.map(({ status }) => status))).toEqual(new Set([200, 400, 404, 415]));
  const together = await Promise.all(Array.from({ length: 20 }, () => questions.map(ask)).flat());
  for (const [i, answer] of together.entries()) expect(answer).toEqual(alone[i % questions.length]);
});

test("a second family of headers is sent when it is configured", async () => {
  const response = await fetch(`${node.url}/v1`);
  expectLedgerHeaders(response);
  expect(response.headers.get("x-aptos-chain-id")).toBe("4");
});

test("answers are compressed when the client asks for it", async () => {
  for (const encoding of ["gzip", "br", "deflate"]) {
    const response = await fetch(`${node.url}/v1/accounts/0x1/modules?ledger_version=0`, {
      headers: { "accept-encoding": encoding },
    });
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(((await response.json()) as unknown[]).length).toBeGreaterThan(0);
  }
  const plain = await fetch(`${node.url}/v1/accounts/0x1/modules?ledger_version=0`, {
    headers: { "accept-encoding": "identity" },
  });
  expect(plain.headers.get("content-encoding")).toBeNull();
});

test("the explorer page and everything it loads come from the node", async () => {
  const page = await fetch(`${node.url}/v1/spec`);
  expect(page.headers.get("content-type")).toMatch(/^text\/html/);
  expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
  expectLedgerHeaders(page);
  const html = await page.text();
  const links = [...html.matchAll(/(?:src|href)="(\.\/[^"]+)"/g)].map(([, link]) => link ?? "");
  expect(links.length).toBeGreaterThan(1);
  for (const link of links) {
    const asset = await fetch(new URL(link, `${node.url}/v1/spec`), { headers: { "accept-encoding": "br" } });
    expect(asset.status, link).toBe(200);
    expect(asset.headers.get("cache-control")).toContain("immutable");
    expect(asset.headers.get("content-encoding")).toBe("br");
  }
  expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
});
