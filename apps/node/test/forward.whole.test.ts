import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { createDataDir, type ServingNode, startNode } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { vectorPath } from "@ledger/vectors";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createForward } from "../src/api/forward.ts";
import { expectLedgerHeaders } from "./support/ledger-headers.ts";
import { type Description, DescriptionValidator } from "./support/openapi-validator.ts";
import { startUpstream } from "./support/upstream.ts";
import { waitFor } from "./support/wait-for.ts";

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const asked: Asked[] = [];
let answer: Answer;
const upstream = createServer(async (request, response) => {
  const { method = "", url = "", headers } = request;
  asked.push({ method, url, headers, body: await buffer(request) });
  answer(request, response);
});

const dataDir = createDataDir();
let node: ServingNode;
let root: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  root = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`;
  // A local network takes submissions itself; the ledger of another one does not.
  const genesis = vectorPath("genesis/devnet-2025-11.genesis.blob");
  const options = ["--data-dir", dataDir.path, "--genesis", genesis, "--header-prefix", "X-Aptos-"];
  node = await composeNode(...options, "--forward", root);
});
afterAll(async () => {
  await node?.stop();
  upstream.closeAllConnections();
  upstream.close();
  dataDir[Symbol.dispose]();
});
beforeEach(() => {
  asked.length = 0;
});

const answeredBy = "X-Aptos-ANSWERED-BY";

/** Every byte value, and what text decoding would change. */
const bytes = Buffer.from([...Array.from({ length: 256 }, (_, index) => index), 0xef, 0xbb, 0xbf, 0xc0, 0x80]);

/** An answer of the upstream. */
function reply(status: number, type: string, body: Uint8Array, headers: Record<string, string> = {}): Answer {
  return (_, response) => response.writeHead(status, { "Content-Type": type, ...headers }).end(body);
}

function post(path: string, body: Uint8Array, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${node.url}/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: Uint8Array.from(body),
  });
}

test.each([
  ["/transactions", 202],
  ["/transactions/batch", 206],
])("POST %s goes to the upstream and comes back byte for byte", async (path, status) => {
  answer = reply(status, "application/x-bcs", bytes);
  const type = "application/x.aptos.signed_transaction+bcs";
  const response = await post(path, bytes, { "content-type": type, accept: "application/x-bcs" });
  expect(asked).toMatchObject([{ method: "POST", url: `/v1${path}` }]);
  expect(asked[0]!.body.equals(bytes)).toBe(true);
  expect(asked[0]!.headers).toMatchObject({ "content-type": type, accept: "application/x-bcs" });
  expect([response.status, response.headers.get("content-type")]).toEqual([status, "application/x-bcs"]);
  expect(response.headers.get(answeredBy)).toBe(new URL(root).host);
  expect(node.output()).toContain(`forward   /v1${path} was answered by ${new URL(root).host} (${status})`);
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
});

test("credentials and hop-by-hop headers go neither way", async () => {
  const json = Buffer.from('{ "hash": "1" }\n');
  answer = reply(202, "application/json", json, {
    "X-Aptos-Chain-Id": "14",
    "X-Aptos-Ledger-Version": "99",
    "Set-Cookie": "a=b",
    "Proxy-Authenticate": "Basic",
  });
  const response = await post("/transactions", Buffer.from("{}"), {
    authorization: "Bearer secret",
    cookie: "a=b",
    te: "trailers",
    "proxy-authorization": "Basic secret",
  });
  for (const name of ["authorization", "cookie", "te", "proxy-authorization"]) {
    expect(asked[0]!.headers).not.toHaveProperty(name);
  }
  expect(await response.text()).toBe(json.toString());
  expect(response.headers.get("x-aptos-ledger-version")).toBe("0");
  expect(response.headers.get("set-cookie")).toBeNull();
  expect(response.headers.get("proxy-authenticate")).toBeNull();
});

/** What an upstream says of a transaction that it took. */
const pending = {
  hash: `0x${"ab".repeat(32)}`,
  sender: "0x1",
  sequence_number: "0",
  max_gas_amount: "9",
  gas_unit_price: "100",
  expiration_timestamp_secs: "60",
  payload: { type: "entry_function_payload", function: "0x1::a::b", type_arguments: [], arguments: [] },
  signature: { type: "ed25519_signature", public_key: "0x11", signature: "0x22" },
};

test("the served description covers what is relayed, refusals and faults of the upstream included", async () => {
  const description = (await (await fetch(`${node.url}/v1/spec.json`)).json()) as Description;
  const validator = new DescriptionValidator(description);
  const refusal = Buffer.from('{"message":"full","error_code":"mempool_is_full"}');
  const cases: [Answer, number][] = [
    [reply(202, "application/json; charset=utf-8", Buffer.from(JSON.stringify(pending))), 202],
    [reply(507, "application/json", refusal), 507],
    [reply(502, "text/html", Buffer.from("<html>")), 503],
    [(_, response) => response.writeHead(302, { Location: `${root}/elsewhere` }).end(), 503],
    [(request) => request.socket.destroy(), 503],
  ];
  for (const [given, status] of cases) {
    answer = given;
    const response = await post("/transactions", Buffer.from("{}"));
    expect(response.status).toBe(status);
    await validator.expectDocumented("/transactions", "post", response);
  }
  expect(asked).toHaveLength(cases.length);
});

test("a body beyond the limit is refused here", async () => {
  const response = await post("/transactions", Buffer.alloc(8 * 2 ** 20 + 1));
  expect([response.status, asked.length]).toEqual([413, 0]);
});

/** What a node of another chain says. */
test("an answer of another network is none", async () => {
  answer = reply(202, "application/json", Buffer.from(JSON.stringify(pending)), { "X-SVC-CHAIN-ID": "99" });
  const response = await post("/transactions", Buffer.from("{}"));
  expect([response.status, response.headers.get(answeredBy)]).toEqual([503, null]);
  expect(node.output()).toMatch(/answered with 503: 127\.0\.0\.1:\d+ is a node of chain 99, not of chain 14/);
});

const symbol = { function: "0x1::coin::symbol", type_arguments: ["0x1::aptos_coin::AptosCoin"], arguments: [] };

test("views and simulations run here", async () => {
  answer = reply(200, "application/json", Buffer.from('["upstream"]'));
  const view = await post("/view?ledger_version=0", Buffer.from(JSON.stringify(symbol)));
  expect([view.status, await view.json(), view.headers.get(answeredBy)]).toEqual([200, ["APT"], null]);
  expect(view.headers.get("X-Aptos-GAS-USED")).toMatch(/^\d+$/);
  const transfer = { type: "entry_function_payload", function: "0x1::aptos_account::transfer", type_arguments: [] };
  const transaction = {
    ...{ sender: "0x1", sequence_number: "0", max_gas_amount: "1000", gas_unit_price: "100" },
    ...{ expiration_timestamp_secs: "9999999999", payload: { ...transfer, arguments: ["0x2", "1"] } },
    signature: { type: "no_account_signature" },
  };
  const simulated = await post("/transactions/simulate", Buffer.from(JSON.stringify(transaction)));
  expect([simulated.status, await simulated.json()]).toEqual([200, [expect.objectContaining({ success: false })]]);
  // A fault of the caller is told by this node too.
  const wrong = await post("/view", Buffer.from(JSON.stringify({ ...symbol, function: "0x1::coin::nothing" })));
  expect([wrong.status, wrong.headers.get(answeredBy), asked.length]).toEqual([400, null, 0]);
});

test.each([
  ["one process", []],
  ["two serving processes", ["--workers", "2"]],
])("what a partly known ledger does not have is answered by the upstream, which is named: %s", async (_, extra) => {
  using followerDir = createDataDir();
  await using leader = await startUpstream();
  const follow = ["--follow", `${leader.url}/v1`, "--start-version", "latest", "--forward", root];
  const start = extra.length === 0 ? composeNode : startNode;
  await using lazy = await start("--data-dir", followerDir.path, ...follow, ...extra);
  const call = (body: unknown) =>
    fetch(`${lazy.url}/v1/view`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  answer = reply(200, "application/json", Buffer.from('["upstream"]'), { "X-SVC-GAS-USED": "17" });
  const here = await call(symbol);
  expect([await here.json(), here.headers.get("X-SVC-ANSWERED-BY")]).toEqual([["APT"], null]);

  await leader.stop();
  const balance = { ...symbol, function: "0x1::coin::balance", arguments: [`0x${"5e".repeat(32)}`] };
  const there = await call(balance);
  expect([there.status, await there.json()]).toEqual([200, ["upstream"]]);
  expect(there.headers.get("X-SVC-ANSWERED-BY")).toBe(new URL(root).host);
  expect(there.headers.get("X-SVC-GAS-USED")).toBe("17");
  // The upstream is asked what the client asked.
  expect(asked.map(({ url, body }) => [url, JSON.parse(body.toString())])).toEqual([["/v1/view", balance]]);
  expect(lazy.output()).toContain(`forward   /v1/view was answered by ${new URL(root).host} (200)`);
  expectLedgerHeaders(there);
});

test("a local network says that it forwards nothing", async () => {
  using folder = createDataDir();
  await using local = await composeNode("--data-dir", folder.path, "--forward", root, "--state-window", "1");
  await waitFor(
    async () => local.output(),
    (output) => output.includes("--forward has no effect: a local network takes transactions"),
  );
});

describe("a call gives up", () => {
  const request = { path: "/view", query: [], headers: {}, body: bytes };

  test("when no answer comes in time", async () => {
    answer = () => {};
    const forward = createForward(root, { timeout: 50, maxAnswer: 1024 });
    await expect(forward(request)).rejects.toMatchObject({ name: "TimeoutError" });
  });

  test("when an answer does not end in time", async () => {
    answer = (_, response) => void response.writeHead(200, { "Content-Type": "application/json" }).write("[");
    const forward = createForward(root, { timeout: 200, maxAnswer: 1024 });
    await expect(forward(request)).rejects.toMatchObject({ name: "TimeoutError" });
  });

  test("when the answer is too large", async () => {
    answer = reply(200, "application/json", Buffer.alloc(2048));
    const forward = createForward(root, { timeout: 5_000, maxAnswer: 1024 });
    await expect(forward(request)).rejects.toBeInstanceOf(RangeError);
  });
});
