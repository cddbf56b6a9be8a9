import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createDataDir, type NodeProcess, startNode } from "@ledger/node-process";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

const dataDir = createDataDir();
let node: NodeProcess;

beforeAll(async () => {
  node = await startNode("--data-dir", dataDir.path, "--block-interval", "200");
});
afterEach(async () => {
  expect(node.child.exitCode, node.output()).toBeNull();
  expect((await fetch(`${node.url}/v1`)).status).toBe(200);
  expect(node.output(), "no request makes the node report a fault of its own").not.toContain("ERROR");
});
afterAll(async () => {
  await node.stop();
  dataDir[Symbol.dispose]();
});

function open(): Socket {
  const { hostname, port } = new URL(node.url);
  return connect(Number(port), hostname).on("error", () => {});
}

/** All that comes back until the connection ends. */
async function readAll(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  await once(socket, "close");
  return text;
}

/** Sends bytes on a connection of their own. */
async function exchange(request: string | Uint8Array): Promise<string> {
  const socket = open();
  const answer = readAll(socket);
  socket.write(request);
  return answer;
}

const get = (target: string, ...headers: string[]): string =>
  [`GET ${target} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers, "", ""].join("\r\n");

const post = (body: string | Uint8Array, target = tableItem): Uint8Array => {
  const head = `POST ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n`;
  const bytes = Buffer.from(body);
  return Buffer.concat([Buffer.from(`${head}Content-Length: ${bytes.length}\r\n\r\n`), bytes]);
};

const tableItem = `/v1/tables/0x${"ab".repeat(32)}/item`;

/** Asserts a documented refusal that gives nothing away. */
function expectRefusal(answer: string, status: number): void {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toMatch(/\r\nX-SVC-CHAIN-ID: 4\r\n/);
  expect(head).toMatch(/\r\nContent-Type: application\/json/);
  const refusal = JSON.parse(body) as { message: string; error_code: string; vm_error_code: null };
  expect(Object.keys(refusal).sort()).toEqual(["error_code", "message", "vm_error_code"]);
  expect(refusal.message.length).toBeLessThan(2_000);
  expect(refusal.message).not.toMatch(/node_modules|\.[jt]s:\d|at [A-Z]\w+\.|HPE_|SQLITE|\/home|\/tmp/);
}

describe("what is not HTTP", () => {
  test.each([
    ["garbage", "\x00\x01\x02\x03\xff\xfe garbage\r\n\r\n"],
    ["a TLS handshake", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    ["an unknown version", "GET /v1 HTTP/9.9\r\nHost: localhost\r\n\r\n"],
    ["a header without a colon", "GET /v1 HTTP/1.1\r\nHost x\r\n\r\n"],
    ["a header name with a space", "GET /v1 HTTP/1.1\r\nBad Name: x\r\nHost: localhost\r\n\r\n"],
    ["a null byte in a header", "GET /v1 HTTP/1.1\r\nHost: localhost\x00y\r\n\r\n"],
    ["a null byte in the target", "GET /v1\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    [
      "two different lengths",
      "POST /v1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    ],
    ["a negative length", "POST /v1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n"],
    [
      "a length and chunks",
      "POST /v1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["a request without a host", "GET /v1 HTTP/1.1\r\n\r\n"],
  ])("%s is 400 and the connection ends", async (_, request) => {
    const answer = await exchange(Buffer.from(request, "latin1"));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/connection: close/i);
    expect(answer).not.toMatch(/HPE_|Error|stack/);
  });

  test("malformed HTTP gets the documented body with the ledger headers", async () => {
    expectRefusal(await exchange("nonsense\r\n\r\n"), 400);
  });

  test("headers beyond the limit are 431", async () => {
    expectRefusal(await exchange(get("/v1", `X-Filler: ${"a".repeat(20_000)}`)), 431);
    expectRefusal(await exchange(get("/v1", ...Array.from({ length: 5_000 }, (_, i) => `X-${i}: ${i}`))), 431);
    expectRefusal(await exchange(get(`/v1/accounts/${"a".repeat(20_000)}/modules`)), 431);
  });

  test("garbage after a good request leaves its answer whole", async () => {
    const answer = await exchange("GET /v1 HTTP/1.1\r\nHost: localhost\r\n\r\n\x00\x01garbage\r\n\r\n");
    const [first = "", rest = ""] = answer.split(/(?<=\})(?=HTTP)/);
    expect(first).toMatch(/^HTTP\/1\.1 200 /);
    expect(first).toContain('"chain_id":4');
    expectRefusal(rest, 400);
  });

  test("a hundred pipelined requests are answered in their order", async () => {
    const requests = Array.from({ length: 100 }, (_, i) => `GET /v1/nowhere/${i} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    const answer = await exchange(requests.join("") + get("/v1"));
    expect(answer.match(/HTTP\/1\.1 404 /g)).toHaveLength(100);
    expect(answer.match(/HTTP\/1\.1 200 /g)).toHaveLength(1);
    expect(answer.lastIndexOf("HTTP/1.1 200")).toBeGreaterThan(answer.lastIndexOf("HTTP/1.1 404"));
  });

  test("a client that ends its side after its requests gets all answers", async () => {
    const body = JSON.stringify({ key_type: "u64", value_type: "u64", key: "1" });
    const head = `POST ${tableItem} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
    const ask = `${head}Content-Length: ${body.length}\r\n\r\n${body}GET /v1 HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const compressed = "GET /v1/spec.json HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n";
    const clients = Array.from({ length: 10 }, async () => {
      const socket = open();
      const answer = readAll(socket);
      socket.end(ask + compressed);
      return (await answer).match(/HTTP\/1\.1 \d+/g);
    });
    for (const statuses of await Promise.all(clients))
      expect(statuses).toEqual(["HTTP/1.1 404", "HTTP/1.1 200", "HTTP/1.1 200"]);
  });
});

describe("slow clients", () => {
  test("headers that drip are cut off with 408", async () => {
    const socket = open();
    const answer = readAll(socket);
    socket.write("GET /v1 HTTP/1.1\r\nHost: localhost\r\n");
    const drip = setInterval(() => socket.write("X-Drip: 1\r\n"), 300);
    expectRefusal(await answer, 408);
    clearInterval(drip);
  });

  test("a body that never comes is cut off with 408", async () => {
    const socket = open();
    const answer = readAll(socket);
    socket.write(
      `POST ${tableItem} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    expectRefusal(await answer, 408);
  });

  test("two hundred clients that leave in the middle of a body leave nothing behind", async () => {
    const head = `POST ${tableItem} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"key`;
    const sockets = Array.from({ length: 200 }, open);
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    await Promise.all(sockets.map((socket) => new Promise((sent) => socket.write(head, sent))));
    const closed = sockets.map((socket) => once(socket.resume(), "close"));
    for (const [i, socket] of sockets.entries()) i % 2 === 0 ? socket.resetAndDestroy() : socket.end();
    await Promise.all(closed);
  });

  test("clients that ask for much and read nothing do not stop the others", async () => {
    const sockets = Array.from({ length: 50 }, open);
    for (const socket of sockets)
      socket.pause().write("GET /v1/spec.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(50));
    expect((await fetch(`${node.url}/v1`)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  test("clients that ask without end and read nothing are not listened to any more", async () => {
    const dear = "GET /v1/accounts/0x1/resources HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(1_000_000);
    const sockets = Array.from({ length: 5 }, open);
    for (const socket of sockets) socket.pause().write(dear);
    for (let i = 0; i < 10; i++) expect((await fetch(`${node.url}/v1`)).status).toBe(200);
    for (const socket of sockets) {
      expect(socket.writableLength).toBeGreaterThan(0);
      socket.destroy();
    }
  });

  test("thousands of requests sent ahead are all answered to who reads", async () => {
    const answer = await exchange("GET /v1/nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(5_000) + get("/v1"));
    expect(answer.match(/HTTP\/1\.1 404 /g)).toHaveLength(5_000);
    expect(answer.match(/HTTP\/1\.1 200 /g)).toHaveLength(1);
  });
});

describe("targets that make no sense", () => {
  test.each([
    [400, "/v1/accounts/%00/modules"],
    [400, "/v1/accounts/%/modules"],
    [400, "/v1/accounts/%C3%28/modules"],
    [400, `/v1/accounts/0x${"1".repeat(8_000)}/modules`],
    [400, "/v1/accounts/__proto__/modules"],
    [400, "/v1/accounts/0x1/resource/constructor"],
    [404, "/v1/__proto__"],
    [404, "/v1/accounts/0x1/../../etc/passwd"],
    [404, "/v1/%2e%2e/%2e%2e/etc/passwd"],
    [404, "//v1"],
    [404, "/%00"],
    [400, "/v1/accounts/0x1/modules?limit=99999999999999999999999999"],
    [400, "/v1/accounts/0x1/modules?limit=1e3"],
    [400, "/v1/accounts/0x1/modules?limit=-0"],
    [400, "/v1/accounts/0x1/modules?limit=1&limit=2"],
    [400, "/v1/accounts/0x1/modules?ledger_version=18446744073709551616"],
    [404, "/v1/accounts/0x1/modules?ledger_version=18446744073709551615"],
    [400, "/v1/accounts/0x1/modules?ledger_version=%00"],
    [400, "/v1/accounts/0x1/modules?ledger_version=%ff"],
    [400, `/v1/accounts/0x1/modules?start=${"f".repeat(7_001)}`],
    [400, `/v1/accounts/0x1/resource/${"vector%3C".repeat(500)}`],
    [404, `/v1/${"x/".repeat(5_000)}`],
  ])("%i %s", async (status, target) => {
    expectRefusal(await exchange(get(target)), status);
  });

  test("parameters with the names of built-in members are ignored like any unknown one", async () => {
    const answer = await exchange(get("/v1/accounts/0x1/modules?__proto__=1&constructor=2&toString=3&limit=1"));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe("headers that make no sense", () => {
  test.each([
    ["Accept", "a/b;q=".repeat(1_000)],
    ["Accept", `${"application/x-bcs;q=9,".repeat(300)}*/*;q=nan`],
    ["Accept-Encoding", ",;q=,".repeat(1_000)],
    ["If-None-Match", `${'"'.repeat(4_000)}`],
    ["Origin", "\u00e9".repeat(100)],
    ["Content-Type", "\u00ff"],
  ])("%s: %.20s", async (name, value) => {
    expect(await exchange(Buffer.from(get("/v1", `${name}: ${value}`), "latin1"))).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe("bodies that make no sense", () => {
  const item = (members: string): string => `{"key_type":"u64","value_type":"u64",${members}}`;

  test.each<[string, string | Uint8Array]>([
    ["nothing", ""],
    ["half an object", '{"key_type":'],
    ["broken UTF-8", Buffer.from([0x22, 0xc3, 0x28, 0x22])],
    ["overlong UTF-8", Buffer.from([0x22, 0xc0, 0x80, 0x22])],
    ["a lone surrogate", item('"key":"\\ud800"')],
    ["a byte order mark", `\ufeff${item('"key":"1"')}`],
    ["a thousand levels of arrays", "[".repeat(100_000) + "]".repeat(100_000)],
    ["a thousand levels of objects", '{"a":'.repeat(100_000)],
    ["a number of a hundred thousand digits", item(`"key":${"9".repeat(100_000)}`)],
    ["a number out of range", item('"key":1e999999')],
    ["the members of a prototype", item('"__proto__":{"key":"1"}')],
    ["an array for an object", "[]"],
    ["null", "null"],
    ["something after the object", `${item('"key":"1"')} {}`],
    ["a very long type", `{"key_type":"${"vector<".repeat(10_000)}","value_type":"u64","key":"1"}`],
    ["megabytes of spaces", " ".repeat(4_000_000)],
  ])("%s is refused", async (_, body) => {
    const answer = await exchange(post(body));
    expectRefusal(answer, 400);
  });

  test("an announced length beyond the limit is refused before a byte of it is read", async () => {
    const socket = open();
    const answer = readAll(socket);
    socket.end(
      `POST ${tableItem} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 99999999999999\r\n\r\n`,
    );
    expectRefusal(await answer, 413);
  });

  test("a key of a prototype's member name pollutes nothing", async () => {
    const answer = await exchange(post(item('"key":{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}')));
    expectRefusal(answer, 400);
    expect((await (await fetch(`${node.url}/v1`)).text()).includes("polluted")).toBe(false);
  });
});
