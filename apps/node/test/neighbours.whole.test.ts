import { once } from "node:events";
import { Agent, request } from "node:http";
import { createDataDir, type NodeProcess, type ServingNode, startNode } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { costlyScripts, simulationOfScript } from "./long/fairness/costly-code.ts";
import { openSharedNode } from "./support/open-shared-node.ts";
import { startProxy } from "./support/tampering-proxy.ts";
import { waitFor } from "./support/wait-for.ts";

interface Answer {
  readonly status: number;
  readonly text: string;
}

interface Asking {
  readonly method?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string;
  /** Address of the client. */
  readonly from?: string;
  readonly signal?: AbortSignal;
}

function ask(
  url: string,
  { method = "GET", headers = {}, body, from = "127.0.0.1", signal }: Asking = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    const options = { method, headers: { ...length, ...headers }, localAddress: from, agent: new Agent(), signal };
    const asked = request(url, options, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
      answer.on("error", reject);
    });
    asked.on("error", reject).end(body);
  });
}

const json = { "content-type": "application/json" };

describe("on a local network that pages of one other origin may use", () => {
  const dataDir = createDataDir();
  let node: ServingNode;
  let urls: readonly string[];
  beforeAll(async () => {
    const services = ["--faucet-listen", "127.0.0.1:0", "--indexer-listen", "127.0.0.1:0"];
    node = await composeNode("--data-dir", dataDir.path, "--allow-origin", "https://good.example", ...services);
    const places = await waitFor(
      async () => /faucet {4}(http:\S+)\n.*GraphQL {3}(http:\S+)\/v1\/graphql/.exec(node.output()),
      (found) => found !== null,
    );
    urls = [node.url, places![1]!, places![2]!];
  });
  afterAll(async () => {
    expect(node.output()).not.toMatch(/ERROR|WARN/);
    await node.stop();
    dataDir[Symbol.dispose]();
  });

  const balance = async (): Promise<string> =>
    (await ask(`${node.url}/v1/accounts/0xb0b/balance/0x1::aptos_coin::AptosCoin`)).text;
  const mint = "/mint?amount=5&address=0xb0b";

  test.each([
    "https://evil.example",
    "null",
    "http://127.0.0.1.evil.example",
    "https://good.example, https://evil.example",
  ])("nothing that a page of %s sends is done, at any of the ports", async (origin) => {
    const sent: readonly (readonly [string, Asking])[] = [
      [mint, {}],
      [`/v1${mint}`, {}],
      ["/v1/fund", { body: '{"address":"0xb0b","amount":5}' }],
      ["/fund", { body: '{"address":"0xb0b","amount":5}' }],
      ["/v1/graphql", { body: '{"query":"{__typename}"}' }],
      ["/v1/transactions", { body: "{}" }],
      ["/v1/view", { body: '{"function":"0x1::chain_id::get","type_arguments":[],"arguments":[]}' }],
      ["/v1/-/local/mine", { body: "{}" }],
      ["/v1/nowhere", { body: "{}" }],
    ];
    for (const url of urls) {
      for (const [path, asking] of sent) {
        for (const headers of [
          { origin, "content-type": "text/plain" },
          { origin, ...json },
        ]) {
          const { status, text } = await ask(url + path, { method: "POST", headers, ...asking });
          expect(status, url + path).toBe(403);
          expect(text).toContain("--allow-origin");
        }
      }
    }
    expect(await balance()).toBe("0");
  });

  test("pages of the named origin, those of the node itself and programs are served", async () => {
    for (const url of urls.slice(0, 2)) {
      for (const headers of [{ origin: "https://good.example" }, { origin: node.url }, { origin: url }, {}]) {
        expect((await ask(url + mint, { method: "POST", headers: headers as Record<string, string> })).status).toBe(
          200,
        );
      }
    }
    expect((await ask(`${node.url}/v1`, { headers: { origin: "https://evil.example" } })).status).toBe(200);
  });

  test("a request that names two hosts is refused, whichever comes first", async () => {
    const { hostname, port } = new URL(node.url);
    const { connect } = await import("node:net");
    for (const hosts of [
      ["localhost", "evil.example"],
      ["evil.example", "localhost"],
      ["localhost", "localhost"],
    ]) {
      const socket = connect(Number(port), hostname);
      socket.write(`GET /v1 HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join("")}Connection: close\r\n\r\n`);
      let answer = "";
      socket.on("data", (chunk) => {
        answer += chunk.toString("latin1");
      });
      await once(socket, "close");
      expect(answer).toMatch(hosts[0] === "evil.example" ? /^HTTP\/1\.1 40[03] / : /^HTTP\/1\.1 400 /);
    }
  });

  test("a query of a page that has not asked is refused, and a mistake in one is no fault", async () => {
    const query = (text: string) => JSON.stringify({ query: text });
    const send = (headers: Record<string, string>, body: string) =>
      ask(`${node.url}/v1/graphql`, { method: "POST", headers, body });
    expect((await send({ "content-type": "text/plain" }, query("{__typename}"))).status).toBe(415);
    expect(JSON.parse((await send(json, query("{__typename}"))).text)).toEqual({ data: { __typename: "query_root" } });
    const mistaken = '{account_transactions(where:{account_address:{_regex:"("}}){transaction_version}}';
    const { status, text } = await send(json, query(mistaken));
    expect([status, JSON.parse(text)]).toEqual([
      200,
      {
        errors: [
          {
            message: expect.stringMatching(/^a pattern is no regular expression: /),
            extensions: { code: "data-exception", path: "$" },
          },
        ],
      },
    ]);
  });
});

/** Keeps so many clients of one address asking, until it is stopped. @returns counts the answers by status */
function keepAsking(count: number, url: string, asking: Asking): { stop(): Promise<ReadonlyMap<number, number>> } {
  const controller = new AbortController();
  const statuses = new Map<number, number>();
  const client = async (): Promise<void> => {
    while (!controller.signal.aborted) {
      const { status } = await ask(url, { ...asking, signal: controller.signal }).catch(() => ({ status: 0 }));
      if (!controller.signal.aborted) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const clients = Array.from({ length: count }, client);
  return {
    async stop() {
      controller.abort();
      await Promise.all(clients);
      return statuses;
    },
  };
}

describe("beside a client that asks for what is costly", () => {
  const dataDir = createDataDir();
  const attacker = "127.0.0.2";
  let node: NodeProcess;
  beforeAll(async () => {
    node = await startNode("--data-dir", dataDir.path, "--workload", "off");
  });
  afterAll(async () => {
    expect(node.output()).not.toMatch(/ERROR|WARN/);
    await node.stop();
    dataDir[Symbol.dispose]();
  });

  const view = JSON.stringify({
    function: "0x1::account::exists_at",
    type_arguments: [],
    arguments: ["0x1"],
  });

  test.each(Object.entries(costlyScripts))(
    "views of another one are answered while eight scripts of it run at a time: %s",
    async (_, bytecode) => {
      const body = simulationOfScript(bytecode);
      const headers = json;
      const alone = await ask(`${node.url}/v1/transactions/simulate`, { method: "POST", headers, body });
      // Its gas, or its time, ends it.
      expect([alone.status, alone.text]).toEqual(
        alone.status === 200
          ? [200, expect.stringMatching(/EXECUTION_LIMIT_REACHED|Out of gas/i)]
          : [400, expect.stringContaining("ms of processor time")],
      );
      const attack = keepAsking(8, `${node.url}/v1/transactions/simulate`, {
        method: "POST",
        headers,
        body,
        from: attacker,
      });
      for (let i = 0; i < 20; i++) {
        const { status, text } = await ask(`${node.url}/v1/view`, { method: "POST", headers, body: view });
        expect([status, text]).toEqual([200, "[true]"]);
      }
      const statuses = await attack.stop();
      // Each of the twenty would have waited for one of these.
      expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBeLessThan(20);
    },
  );

  test("small answers do not wait for queries that read all objects", async () => {
    const query = `{... on query_root{${Array.from({ length: 20 }, (_, i) => `a${i}: current_objects_aggregate{nodes{object_address state_key_hash}}`)}}}`;
    const queries = keepAsking(50, `${node.url}/v1/graphql`, {
      method: "POST",
      headers: json,
      body: JSON.stringify({ query }),
      from: attacker,
    });
    for (let i = 0; i < 100; i++) expect((await ask(`${node.url}/v1`)).status).toBe(200);
    const statuses = await queries.stop();
    expect(statuses.get(200) ?? 0).toBeLessThan(100);
    expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });
});

test("what waits for an upstream keeps nobody from being answered", async () => {
  using followerDir = createDataDir();
  await using proxy = await startProxy((await openSharedNode("still-ledger")).url);
  const held = Promise.withResolvers<void>();
  proxy.holds = (path) => (path.includes("/resources") ? held.promise : undefined);
  const args = ["--data-dir", followerDir.path, "--follow", `${proxy.url}/v1`, "--start-version", "latest"];
  await using follower = await composeNode(...args);
  const from = "127.0.0.2";
  const accounts = ["0xa", "0xb", "0xc", "0xd"];
  const listings = accounts.map((account) => ask(`${follower.url}/v1/accounts/${account}/resources`, { from }));
  for (const path of ["/transactions?limit=25", "/spec.json", "/estimate_gas_price", "/transactions?limit=24"])
    expect((await ask(`${follower.url}/v1${path}`)).status, path).toBe(200);
  held.resolve();
  for (const { status, text } of await Promise.all(listings)) expect([status, text]).toEqual([200, expect.any(String)]);
});
