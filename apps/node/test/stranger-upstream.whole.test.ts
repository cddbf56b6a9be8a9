import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createDataDir, launchNode, runCommand, runNodeToEnd } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import {
  hex,
  StrangerLedger,
  type StrangerUpstream,
  sized,
  startStranger,
  strangerTable,
  text,
  typedHash,
  type UpstreamSettings,
  u64,
} from "@ledger/stranger";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { shareNode } from "./support/share-node.ts";
import { waitFor } from "./support/wait-for.ts";

// The other side of these tests is written from the specification alone, see tooling/stranger.

async function open(ledger: StrangerLedger, changes: Partial<UpstreamSettings> = {}) {
  const upstream = await startStranger(ledger, changes);
  onTestFinished(upstream.close);
  return upstream;
}

/** A node, and the upstream that it follows. */
function shareFollower(ledger: StrangerLedger, head: bigint, ...options: readonly string[]) {
  let upstream: StrangerUpstream | undefined;
  const node = shareNode(async (place) => {
    upstream ??= await startStranger(ledger, { head });
    return composeNode(...place, "--follow", upstream.url, ...options);
  });
  afterAll(() => upstream?.close());
  return {
    ledger,
    running: async () => ({ node: await node.running(), upstream: upstream! }),
  };
}

const longLedger = new StrangerLedger({ seed: 32 }).grow(80);
const lazy = shareFollower(longLedger, longLedger.blocks[30]!.last, "--start-version", "latest");

const oddLedger = new StrangerLedger({ seed: 37, unknownEvery: 2 }).grow(30);
const plain = shareFollower(oddLedger, oddLedger.blocks[10]!.last);

/** Changes what an upstream says until the test has finished. */
function intercept({ settings }: StrangerUpstream, change: NonNullable<UpstreamSettings["intercept"]>): void {
  settings.intercept = change;
  onTestFinished(() => {
    settings.intercept = undefined;
  });
}

async function readInfo(url: string): Promise<{ ledger_version: string }> {
  return (await (await fetch(`${url}/v1`)).json()) as { ledger_version: string };
}

async function readHealth(url: string): Promise<{ status: number; message: string }> {
  const answer = await fetch(`${url}/v1/-/healthy`);
  return { status: answer.status, message: ((await answer.json()) as { message: string }).message };
}

/** Asks for an item of the stranger's table; its values are bytes with their length in front. */
async function readItem(url: string, type: string, key: unknown, version?: bigint): Promise<string> {
  const at = version === undefined ? "" : `?ledger_version=${version}`;
  const answer = await fetch(`${url}/v1/tables/0x${hex(strangerTable)}/item${at}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key_type: type, value_type: "vector<u8>", key }),
  });
  const body = (await answer.json()) as unknown;
  return answer.status === 200 ? String(body) : `${answer.status} ${(body as { error_code: string }).error_code}`;
}

const truth = (ledger: StrangerLedger, key: Uint8Array, version: bigint): string => {
  const value = ledger.valueAt({ kind: "item", handle: strangerTable, key }, version);
  return value === undefined ? "404 table_item_not_found" : `0x${hex(value.bytes.subarray(1))}`;
};

test("a lazy node answers table items of every key as its upstream has them", async () => {
  const { ledger } = lazy;
  const { node } = await lazy.running();
  const version = BigInt((await readInfo(node.url)).ledger_version);
  for (let i = 0; i < 8; i++) {
    expect(await readItem(node.url, "u64", String(i)), `u64 ${i}`).toBe(truth(ledger, u64(i), version));
  }
  for (let i = 0; i < 6; i++) {
    const [name, key] = [`item ${i}`, text(`item ${i}`)];
    expect(await readItem(node.url, "vector<u8>", `0x${hex(key.subarray(1))}`), name).toBe(truth(ledger, key, version));
  }
  expect(await readItem(node.url, "u64", "77")).toBe("404 table_item_not_found");
});

test("a client that asks for what the upstream refuses stops neither the ledger nor other questions", async () => {
  const { ledger } = lazy;
  const { node, upstream } = await lazy.running();
  // No other test asks for this item, and no block below writes it: what the node once knows, it does not ask for.
  const key = text("item 2");
  const refused = hex(sized(key));
  const readRefused = (): Promise<string> => readItem(node.url, "vector<u8>", `0x${hex(key)}`);
  intercept(upstream, (request, reply) =>
    request.kind === "value" && request.key?.kind === "item" && hex(request.key.key) === refused
      ? { status: [500, 404, 400][upstream.requests.length % 3]!, headers: {}, body: "no" }
      : reply,
  );
  const asked = upstream.requests.length;
  const asking = setInterval(() => void readRefused().catch(() => undefined), 50);
  onTestFinished(() => clearInterval(asking));
  const begun = ledger.blocks.findIndex(({ last }) => last === upstream.settings.head);
  for (const { last } of ledger.blocks.slice(begun + 1, begun + 9)) {
    upstream.settings.head = last;
    const appeared = performance.now();
    await waitFor(
      () => readInfo(node.url),
      ({ ledger_version }) => BigInt(ledger_version) === last,
    );
    expect(performance.now() - appeared).toBeLessThan(5_000);
  }
  clearInterval(asking);
  expect(await readRefused()).toBe("503 internal_error");
  const version = upstream.settings.head!;
  expect(await readItem(node.url, "u64", "6")).toBe(truth(ledger, u64(6), version));
  // The refusal is remembered for a while: far fewer questions reach the upstream than were asked.
  expect(upstream.requests.slice(asked).filter(({ kind }) => kind === "value").length).toBeLessThan(10);
});

test("nothing is served that only the upstream with the higher head has, and health says where they differ", async () => {
  const honest = new StrangerLedger({ seed: 33 }).grow(60);
  const common = honest.blocks[25]!.last;
  const forged = honest.fork(25, 34).grow(35);
  const sound = await open(honest, { head: common + 10n });
  const liar = await open(forged);
  using dir = createDataDir();
  await using node = await composeNode("--data-dir", dir.path, "--follow", liar.url, "--follow", sound.url);
  const { message } = await waitFor(
    () => readHealth(node.url),
    ({ status }) => status === 503,
  );
  expect(message).toContain(`version ${common + 1n}`);
  expect(message).toContain("serve different ledgers");
  expect(BigInt((await readInfo(node.url)).ledger_version)).toBeLessThanOrEqual(common);
});

test("a ledger of which upstreams have different histories is not served any more", async () => {
  const honest = new StrangerLedger({ seed: 35 }).grow(40);
  const common = honest.blocks[20]!.last;
  const sound = await open(honest, { head: common });
  const liar = await open(honest.fork(20, 36).grow(15));
  using dir = createDataDir();
  const follow = ["--follow", liar.url, "--follow", sound.url, "--agreement", "1"];
  await using node = await composeNode("--data-dir", dir.path, ...follow);
  await waitFor(
    () => readInfo(node.url),
    ({ ledger_version }) => BigInt(ledger_version) > common,
  );
  sound.settings.head = undefined;
  const { message } = await waitFor(
    () => readHealth(node.url),
    ({ status }) => status === 503,
  );
  expect(message).toContain(`version ${common + 1n}: the stored ledger cannot be trusted from this version on`);
  for (const path of ["", "/transactions/by_version/1", "/accounts/0x1/resources"]) {
    expect((await fetch(`${node.url}/v1${path}`)).status, path).toBe(503);
  }
});

test("a record that does not decode makes the node unhealthy, with its version and what is wrong", async () => {
  const { ledger } = plain;
  const { node, upstream } = await plain.running();
  await waitFor(
    () => readInfo(node.url),
    ({ ledger_version }) => BigInt(ledger_version) === ledger.blocks[10]!.last,
  );
  expect((await readHealth(node.url)).status).toBe(200);
  const next = ledger.blocks[11]!.first;
  const record = ledger.records[Number(next)]!;
  ledger.records[Number(next)] = { ...record, transaction: new Uint8Array(90).fill(0xee) };
  upstream.settings.head = undefined;
  const { message } = await waitFor(
    () => readHealth(node.url),
    ({ status }) => status === 503,
  );
  expect(message).toContain(`version ${next}`);
  expect(message).toContain("does not decode");
  expect(node.output()).toContain(`stalled: no usable record of version ${next}`);
  ledger.records[Number(next)] = record;
  await waitFor(
    () => readHealth(node.url),
    ({ status }) => status === 200,
  );
});

test("a transaction of a kind that no release knows is shown as an opaque record, alone, in lists and in its block", async () => {
  const { ledger } = plain;
  const { node, upstream } = await plain.running();
  const head = upstream.settings.head ?? ledger.head;
  await waitFor(
    () => readInfo(node.url),
    ({ ledger_version }) => BigInt(ledger_version) === head,
  );
  const record = ledger.records.findLast(({ version, transaction }) => version <= head && transaction[0] === 0x60)!;
  const block = ledger.blockOf(record.version)!;
  const expected = {
    type: "opaque_transaction",
    version: String(record.version),
    hash: `0x${hex(typedHash("Transaction", record.transaction))}`,
    transaction_bytes: `0x${hex(record.transaction)}`,
    timestamp: String(block.timeUsecs),
    success: true,
  };
  const read = async (path: string): Promise<unknown> => {
    const answer = await fetch(`${node.url}/v1${path}`);
    expect(answer.status, path).toBe(200);
    return answer.json();
  };
  expect(await read(`/transactions/by_version/${record.version}`)).toMatchObject(expected);
  expect(await read(`/transactions/by_hash/${expected.hash}`)).toMatchObject(expected);
  expect(await read(`/transactions?start=${record.version}&limit=1`)).toMatchObject([expected]);
  expect(await read("/transactions?limit=100")).toContainEqual(expect.objectContaining(expected));
  const { transactions } = (await read(`/blocks/by_version/${record.version}?with_transactions=true`)) as {
    transactions: unknown[];
  };
  expect(transactions).toContainEqual(expect.objectContaining(expected));
  expect(await read("/estimate_gas_price")).toMatchObject({ gas_estimate: expect.any(Number) });
});

test("a listing without an end is refused in time, and holds up no other question", async () => {
  const { ledger } = lazy;
  const { node, upstream } = await lazy.running();
  let page = 0;
  intercept(upstream, (request, reply) =>
    request.kind === "listing"
      ? { ...reply, body: Uint8Array.of(0), headers: { ...reply.headers, "x-aptos-cursor": String(page++) } }
      : reply,
  );
  const listings = Array.from({ length: 12 }, (_, i) => fetch(`${node.url}/v1/accounts/0x${i + 1}00/resources`));
  const version = BigInt((await readInfo(node.url)).ledger_version);
  expect(await readItem(node.url, "u64", "3")).toBe(truth(ledger, u64(3), version));
  for (const listing of listings) expect((await listing).status).toBe(503);
});

test("redirects are not followed, of upstreams and of a genesis", async () => {
  let reached = 0;
  const canary = createServer((_, response) => {
    reached += 1;
    response.end("inside");
  }).listen(0, "127.0.0.1");
  await once(canary, "listening");
  const { port } = canary.address() as AddressInfo;
  const redirecting = createServer((_, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${port}/v1` }).end(),
  ).listen(0, "127.0.0.1");
  await once(redirecting, "listening");
  onTestFinished(() => void [canary, redirecting].map((server) => server.close()));
  const url = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`;
  using dir = createDataDir();
  const genesis = await runNodeToEnd("--data-dir", dir.path, "--genesis", `${url}/genesis.blob`);
  expect([genesis.code, genesis.output]).toEqual([1, expect.stringContaining("could not be downloaded")]);
  await using node = launchNode("--data-dir", dir.path, "--follow", `${url}/v1`);
  await waitFor(
    async () => node.output(),
    (output) => output.includes("status 302"),
  );
  await node.stop();
  expect(reached).toBe(0);
});

test.each(["--follow", "--genesis", "--backup", "--forward", "--fork"])(
  "a URL with credentials is refused and never printed: %s",
  async (option) => {
    using dir = createDataDir();
    const runs = [
      await runNodeToEnd("--data-dir", dir.path, option, "http://user:s3cret@127.0.0.1:9/v1"),
      // What checks options for an operator says what a start says.
      await runCommand("config", "check", "--data-dir", dir.path, option, "ftp://user:s3cret@127.0.0.1:9/v1"),
    ];
    for (const refused of runs) {
      expect(refused.code).toBe(1);
      expect(refused.output).toContain("the URL must not contain a user name or password");
      expect(refused.output).not.toContain("s3cret");
    }
  },
);
