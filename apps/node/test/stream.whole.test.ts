import { type FollowOptions, follow, StreamGoneError, type StreamItem } from "@ledger/api-core/client";
import { createDataDir, type NodeProcess, startDevnet, startNode } from "@ledger/node-process";
import { needsPostgres, type PostgresServer, startPostgres } from "@ledger/postgres-server";
import { Random } from "@ledger/random";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCuttingProxy } from "./support/cutting-proxy.ts";
import { listEventPlaces } from "./support/ledger-events.ts";
import { readHead } from "./support/local-network.ts";
import { readValue, scrape } from "./support/metrics.ts";
import { startObserved } from "./support/observed.ts";
import { waitFor } from "./support/wait-for.ts";

const keepAll = ["--state-window", "0", "--ledger-window", "0"];
const fast = ["--block-interval", "50", ...keepAll];
const place = ({ id }: { readonly id: string }): string => id.slice(0, id.indexOf("-"));
const headOf = async ({ url }: NodeProcess): Promise<bigint> => BigInt((await readHead(url)).ledger_version);

/** What a stream brings up to a version. */
async function readTo(url: string, last: bigint, options: FollowOptions): Promise<StreamItem[]> {
  const items: StreamItem[] = [];
  for await (const item of follow(`${url}/v1`, { ...options, bookmarks: true })) {
    const version = BigInt(item.id.slice(0, item.id.indexOf(".")));
    if (version > last) break;
    if (item.event !== "at") items.push(item);
    if (item.id.startsWith(`${last}.4294967295-`)) break;
  }
  return items;
}

/** Opens a stream as a browser does. */
const open = (url: string, query = "", headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/v1/stream${query}`, { headers: { accept: "text/event-stream", ...headers } });

test("brings every event once and in order, whatever is cut where", async () => {
  using dataDir = createDataDir();
  await using node = await startNode("--data-dir", dataDir.path, ...fast);
  await using proxy = await startCuttingProxy(node.url, new Random("cuts of streams"), 12_000);
  // The past first, then what is committed meanwhile.
  const last = (await headOf(node)) + 200n;
  const [all, ofType, blocks] = await Promise.all([
    readTo(proxy.url, last, { from: 0, include: ["events"] }),
    readTo(proxy.url, last, { from: 0, type: "0x1::block::NewBlockEvent" }),
    readTo(proxy.url, last, { from: 0 }),
  ]);
  expect(proxy.cuts).toBeGreaterThan(10);
  expect(all.map(place)).toEqual(await listEventPlaces(node.url, last));
  expect(ofType.map(place)).toEqual(await listEventPlaces(node.url, last, "0x1::block::NewBlockEvent"));
  const heights = blocks.map(({ data }) => Number((data as { block_height: string }).block_height));
  expect(heights.length).toBeGreaterThan(20);
  expect(heights).toEqual(heights.map((_, i) => i));
});

describe("what is committed can be read at once", () => {
  test.each([
    ["from several processes", ["--workers", "2"]],
    ["from one", []],
  ])("%s", async (_, args) => {
    using dataDir = createDataDir();
    await using node = await startNode("--data-dir", dataDir.path, ...fast, ...args);
    let count = 0;
    for await (const item of follow(`${node.url}/v1`, { include: ["transactions"] })) {
      const { version, hash } = item.data as { version: string; hash: string };
      const response = await fetch(`${node.url}/v1/transactions/by_version/${version}`, {
        headers: { connection: "close" },
      });
      expect(response.status).toBe(200);
      expect(((await response.json()) as { hash: string }).hash).toBe(hash);
      if (++count === 30) break;
    }
  });
});

test("a node that only serves what another one writes streams it", async () => {
  using dataDir = createDataDir();
  await using writer = await startNode("--data-dir", dataDir.path, ...fast);
  await using server = await startNode("--role", "api", "--data-dir", dataDir.path);
  const last = (await headOf(writer)) + 30n;
  const places = (await readTo(server.url, last, { from: 0, include: ["events"] })).map(place);
  expect(places).toEqual(await listEventPlaces(writer.url, last));
});

test("a client goes on after a kill of the node, and is told when the ledger has begun again", async () => {
  using dataDir = createDataDir();
  using other = createDataDir();
  const listen = await (async () => {
    await using node = await startNode("--data-dir", dataDir.path, ...fast);
    return new URL(node.url).host;
  })();
  const seen: string[] = [];
  let last = 0n;
  const reading = (async () => {
    for await (const item of follow(`http://${listen}/v1`, { from: 0, include: ["events"] })) seen.push(place(item));
  })();
  const gone = reading.catch((error: unknown) => error);
  const moves = (count: number): Promise<unknown> =>
    waitFor(
      async () => seen.length,
      (length) => length > count,
    );
  for (let i = 0; i < 3; i++) {
    const before = seen.length;
    const node = await startNode("--data-dir", dataDir.path, ...fast, "--listen", listen);
    await moves(before + 20);
    node.child.kill(i === 2 ? "SIGTERM" : "SIGKILL");
    await node.exited;
  }
  {
    await using node = await startNode("--data-dir", dataDir.path, ...fast, "--listen", listen);
    last = BigInt(seen.at(-1)!.split(".")[0]!) - 1n;
    const expected = await listEventPlaces(node.url, last);
    expect(seen.slice(0, expected.length)).toEqual(expected);
  }
  await using begun = await startNode("--data-dir", other.path, "--block-interval", "20", "--listen", listen);
  const error = await gone;
  expect(error).toBeInstanceOf(StreamGoneError);
  expect((error as StreamGoneError).reason).toBe("reset");
  expect(begun.child.exitCode).toBeNull();
});

test("who asks for what is pruned is told so, as an event and as JSON", async () => {
  using dataDir = createDataDir();
  await using node = await startNode(
    "--data-dir",
    dataDir.path,
    "--block-interval",
    "20",
    "--state-window",
    "20",
    "--ledger-window",
    "20",
  );
  await waitFor(
    async () => (await fetch(`${node.url}/v1/stream?from=0`)).status,
    (status) => status === 410,
  );
  const response = await open(node.url, "?from=0");
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).toMatch(/^event: gone\ndata: \{"reason":"pruned"/m);
  const { oldest } = JSON.parse(/^data: (.*)$/m.exec(text)![1]!) as { oldest: string };
  expect(oldest).toMatch(/^\d+\.0$/);
  await expect(readTo(node.url, 10n, { from: 0 })).rejects.toMatchObject({ name: "StreamGoneError", reason: "pruned" });
});

test("streams are bounded for each address and in all, and clients that leave make room", async () => {
  using dataDir = createDataDir();
  await using node = await startObserved("--data-dir", dataDir.path, "--max-client-streams", "2", ...keepAll);
  const opened = [await open(node.url), await open(node.url)];
  expect(opened.map(({ status }) => status)).toEqual([200, 200]);
  const refused = await open(node.url);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(((await refused.json()) as { message: string }).message).toContain("--max-client-streams");
  await opened[0]!.body!.cancel();
  await waitFor(
    async () => {
      const again = await open(node.url);
      await again.body!.cancel();
      return again.status;
    },
    (status) => status === 200,
  );
  await waitFor(
    async () => readValue(await scrape(node.admin), "ledger_streams"),
    (open) => open === 1,
  );
  const samples = await scrape(node.admin);
  expect(
    samples.find(({ name, labels }) => name === "ledger_streams_ended_total" && labels.why === "left")?.value,
  ).toBeGreaterThan(1);
  await opened[1]!.body!.cancel();
});

test("a node that is told to stop ends its streams", async () => {
  using dataDir = createDataDir();
  await using node = await startNode("--data-dir", dataDir.path, "--workers", "2", ...keepAll);
  const responses = await Promise.all(Array.from({ length: 8 }, () => open(node.url, "?include=blocks,events")));
  const texts = responses.map((response) => response.text());
  expect(await node.stop()).toBe(0);
  for (const text of await Promise.all(texts)) expect(text).toMatch(/^retry: 1000\n\n/);
});

test("refuses what is malformed before it begins", async () => {
  using dataDir = createDataDir();
  await using node = await startNode("--data-dir", dataDir.path);
  const refused: readonly (readonly [query: string, headers: Record<string, string>])[] = [
    ["?from=x", {}],
    ["?include=everything", {}],
    ["", { "last-event-id": "yesterday" }],
  ];
  for (const [query, headers] of refused) {
    const response = await open(node.url, query, headers);
    expect(response.status, query).toBe(400);
    expect(response.headers.get("content-type")).toContain("application/json");
  }
});

test("a network in memory streams what it makes", async () => {
  await using net = await startDevnet();
  const stream = await open(net.url, "?from=0&include=blocks");
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes('"block_height":"0"')) text += (await reader.read()).value ?? "";
  await reader.cancel();
  expect(text).toContain("event: block");
});

describe("on PostgreSQL", needsPostgres, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres({ settings: { fsync: "off" } });
  });
  afterAll(() => server?.close());

  test("brings every event once, from the node that writes and from one that only serves", async () => {
    const store = ["--store", server.url("schema=streamed")];
    await using writer = await startNode(...store, ...fast);
    await using reader = await startNode(...store, "--role", "api");
    const last = (await headOf(writer)) + 20n;
    const options: FollowOptions = { from: 0, include: ["events"] };
    const [written, served] = await Promise.all([readTo(writer.url, last, options), readTo(reader.url, last, options)]);
    const expected = await listEventPlaces(writer.url, last);
    expect(written.map(place)).toEqual(expected);
    expect(served.map(place)).toEqual(expected);
  });
});
