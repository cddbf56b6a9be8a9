import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { createDataDir, type NodeProcess, startNode } from "@ledger/node-process";
import { describeVectors, vectorPath } from "@ledger/vectors";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const dataDir = createDataDir();
let node: NodeProcess;
afterAll(async () => {
  await node.stop();
  dataDir[Symbol.dispose]();
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

interface Asking {
  readonly headers?: Record<string, string>;
  /** Address of the client. */
  readonly from?: string;
}

function ask(url: string, { headers = {}, from = "127.0.0.1" }: Asking = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, localAddress: from, agent: new Agent() }, (answer) => {
      let text = "";
      answer.setEncoding("latin1").on("data", (chunk: string) => {
        text += chunk;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    asked.on("error", reject).end();
  });
}

function open(url: string, text: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on("error", () => {});
  socket.write(text);
  return socket;
}

async function exchange(text: string): Promise<string> {
  const socket = open(node.url, text);
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk.toString("latin1");
  });
  await new Promise((resolve) => socket.once("close", resolve));
  return answer;
}

describe("on the local network", () => {
  beforeAll(async () => {
    node = await startNode("--data-dir", dataDir.path, "--max-connections", "30", "--allow-host", "node.example");
  });

  test.each(["evil.example", "evil.example:80", "127.0.0.1.evil.example"])(
    "a request for the host %s is refused on every path",
    async (host) => {
      for (const path of ["/v1", "/", "/v1/spec", "/nowhere"]) {
        const { status, headers, text } = await ask(node.url + path, { headers: { host } });
        expect(status, path).toBe(403);
        expect(JSON.parse(text)).toMatchObject({ error_code: "web_framework_error" });
        expect(headers["x-svc-chain-id"]).toBe("4");
      }
    },
  );

  test.each(["node.example", "localhost:1", "[::1]"])("a request for the host %s is answered", async (host) => {
    expect((await ask(`${node.url}/v1`, { headers: { host } })).status).toBe(200);
  });

  test.each([
    ["without a host", 400, "GET /v1 HTTP/1.1\r\n\r\n"],
    ["with an expectation that HTTP does not have", 417, "GET /v1 HTTP/1.1\r\nHost: localhost\r\nExpect: foo\r\n\r\n"],
    ["that asks for a tunnel", 405, "CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    [
      "with a transfer coding that is not read",
      411,
      "POST /v1/view HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n",
    ],
  ])("a request %s gets one answer, with body and headers", async (_, status, text) => {
    const answer = await exchange(text);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
    expect(answer).toMatch(/\r\nX-SVC-CHAIN-ID: 4\r\n/);
    expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({ error_code: "web_framework_error" });
  });

  test("an address has no more connections than it may have, another one is served", async () => {
    const sockets = Array.from({ length: 30 }, () => open(node.url, "\r\n"));
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    const { status, headers, text } = await ask(`${node.url}/v1`);
    expect(status).toBe(503);
    expect(headers["retry-after"]).toBe("1");
    expect(headers["x-svc-chain-id"]).toBe("4");
    expect(JSON.parse(text)).toEqual({
      message: "too many connections from this address: raise --max-connections to allow more",
      error_code: "web_framework_error",
      vm_error_code: null,
    });
    expect((await ask(`${node.url}/v1`, { from: "127.0.0.2" })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await Promise.all(sockets.map((socket) => once(socket, "close")));
    await expect.poll(async () => (await ask(`${node.url}/v1`)).status).toBe(200);
  });

  test("a large body is answered, and a client that sends more of them than it may is told to wait", async () => {
    const body = JSON.stringify({ key_type: "vector<u8>", value_type: "u64", key: "a".repeat(7 * 2 ** 20) });
    const head = `POST /v1/tables/0x${"ab".repeat(32)}/item HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
    const announcement = `${head}Content-Length: ${8 * 2 ** 20}\r\nExpect: 100-continue\r\n\r\n`;
    const announced = Array.from({ length: 4 }, () => open(node.url, announcement));
    for (const answer of await Promise.all(announced.map((socket) => once(socket, "data"))))
      expect(String(answer[0])).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    const request = `${head}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
    const refused = await exchange(request);
    expect(refused).toMatch(/^HTTP\/1\.1 503 /);
    expect(refused).toMatch(/\r\nRetry-After: 1\r\n/);
    // Without room for its body a client is not asked for it.
    const unasked = await exchange(announcement);
    expect(unasked).toMatch(/^HTTP\/1\.1 503 /);
    for (const socket of announced) socket.destroy();
    await expect.poll(() => exchange(request)).toMatch(/^HTTP\/1\.1 404 [\s\S]*"error_code":"table_item_not_found"/);
  });

  const json = "Content-Type: application/json\r\n";
  const local = "Host: localhost\r\n";
  test.each([
    ["of another host", 403, `POST /v1/view HTTP/1.1\r\nHost: evil.example\r\n${json}`, 7],
    ["of a path that is not there", 404, `POST /v1/nowhere HTTP/1.1\r\n${local}${json}`, 7],
    ["with a method that is not served", 405, `PUT /v1/view HTTP/1.1\r\n${local}${json}`, 7],
    ["that is too large", 413, `POST /v1/view HTTP/1.1\r\n${local}${json}`, 9],
    ["without a host", 400, `POST /v1/view HTTP/1.1\r\n${json}`, 7],
    ["with an expectation that HTTP does not have", 417, `POST /v1/view HTTP/1.1\r\n${local}Expect: foo\r\n`, 7],
    ["that has no use for a body", 200, `GET /v1 HTTP/1.1\r\n${local}`, 7],
    ["of a page, that has no use for a body", 200, `GET / HTTP/1.1\r\n${local}`, 7],
  ])(
    "a client that sends all of its body first reads the answer to a request %s",
    async (_, status, head, megabytes) => {
      const body = Buffer.alloc(megabytes * 2 ** 20, 0x20);
      // What the system keeps for both sides takes the rest of a body that is too large.
      const sent = body.subarray(0, 8 * 2 ** 20);
      for (const connection of ["close", "keep-alive"]) {
        const socket = open(node.url, `${head}Connection: ${connection}\r\nContent-Length: ${body.length}\r\n\r\n`);
        const closed = once(socket, "close");
        let answer = "";
        await new Promise((resolve) => socket.write(sent, resolve));
        socket.on("data", (chunk) => {
          answer += chunk.toString("latin1");
        });
        await expect.poll(() => answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*[}>]\\s*$`));
        if (connection === "keep-alive" && !/\r\nConnection: close\r\n/i.test(answer)) {
          answer = "";
          socket.write(`GET /v1/nowhere HTTP/1.1\r\n${local}Connection: close\r\n\r\n`);
          await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 404 /);
        }
        await closed;
      }
    },
  );

  test("a body without end that nobody wants is not read for ever", async () => {
    const { hostname, port } = new URL(node.url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true }).on("error", () => {});
    const closed = new Promise((resolve) => socket.once("close", resolve));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    const piece = Buffer.alloc(2 ** 16, 0x20);
    let sent = 0;
    const send = (error?: Error | null): void => {
      if (error != null) return;
      sent += piece.length;
      socket.write(piece, send);
    };
    socket.write(`POST /v1/view HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${2 ** 50}\r\n\r\n`, send);
    await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    // 8 MiB, and what the system keeps on its way.
    expect(sent).toBeGreaterThan(8 * 2 ** 20);
    expect(sent).toBeLessThan(64 * 2 ** 20);
  });
});

describeVectors("on the ledger of the main network", () => {
  const mainDir = createDataDir();
  let main: NodeProcess;
  beforeAll(async () => {
    main = await startNode("--data-dir", mainDir.path, "--genesis", vectorPath("genesis/mainnet.genesis.blob"));
  });
  afterAll(async () => {
    await main.stop();
    mainDir[Symbol.dispose]();
  });

  const genesis = (tag: string): string =>
    `GET /v1/transactions/by_version/0 HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: "${tag}"\r\n\r\n`;

  test("large answers that nobody takes are bounded, and small ones go on", async () => {
    const sockets = Array.from({ length: 40 }, (_, i) => open(main.url, genesis(`${i}`)).pause());
    const { status, headers } = await ask(`${main.url}/v1/transactions?start=0&limit=77`);
    expect(status).toBe(503);
    expect(headers["retry-after"]).toBe("1");
    expect((await ask(`${main.url}/v1`)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await ask(`${main.url}/v1/transactions?start=0&limit=78`)).status).toBe(200);
  });

  test("an answer that is on its way arrives when the node is stopped", async () => {
    const expected = (await ask(`${main.url}/v1/transactions/by_version/0`)).text.length;
    const socket = open(main.url, genesis("slow"));
    let received = "";
    await once(socket, "readable");
    const stopped = main.stop();
    socket.on("readable", () => {
      for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) received += chunk.toString("latin1");
    });
    await once(socket, "close");
    expect(received.split("\r\n\r\n", 2)[1]).toHaveLength(expected);
    expect(await stopped).toBe(0);
  });
});
