import { type FollowOptions, follow, StreamGoneError, type StreamItem } from "@ledger/api-core/client";
import { createDataDir, type NodeProcess, startNode } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { needsPostgres } from "@ledger/postgres-server";
import { openTestDatabase } from "@ledger/postgres-server/open-test-database";
import { Random } from "@ledger/random";
import { cases } from "@ledger/test-run/effort";
import { describe, expect, test } from "vitest";
import { startCuttingProxy } from "./support/cutting-proxy.ts";
import { listEventPlaces } from "./support/ledger-events.ts";
import { readHead } from "./support/local-network.ts";
import { readValue, scrape } from "./support/metrics.ts";
import { composeObserved } from "./support/observed.ts";
import { openSharedNode } from "./support/open-shared-node.ts";
import { shareNode } from "./support/share-node.ts";
import { waitFor } from "./support/wait-for.ts";

const keepAll = ["--state-window", "0", "--ledger-window", "0"];
const fast = ["--block-interval", "100", "--index", "off", ...keepAll];
const place = ({ id }: { readonly id: string }): string => id.slice(0, id.indexOf("-"));
const headOf = async ({ url }: { readonly url: string }): Promise<bigint> =>
  BigInt((await readHead(url)).ledger_version);

/** Listens at the address of the node before it, to which that node's clients reconnect. */
const growing = shareNode<NodeProcess>((where, before) =>
  startNode(...where, ...fast, ...(before === undefined ? [] : ["--listen", new URL(before.url).host])),
);
const ofSeveralProcesses = shareNode((where) => startNode(...where, ...fast, "--workers", "2"));
/** Forgets soon, and bears two streams of a client. */
const pruned = shareNode((where) =>
  composeObserved(
    ...[...where, "--block-interval", "40", "--state-window", "20", "--ledger-window", "20"],
    ...["--max-client-streams", "2", "--workload", "off", "--index", "off"],
  ),
);

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
  const node = await growing.running();
  await using proxy = await startCuttingProxy(node.url, new Random("cuts of streams"), 12_000);
  // The past first, then what is committed meanwhile.
  const last = (await headOf(node)) + BigInt(cases(100));
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
    ["from several processes", ofSeveralProcesses],
    ["from one", growing],
  ])("%s", async (_, shared) => {
    const node = await shared.running();
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

test("a node that is told to stop ends its streams", async () => {
  const node = await ofSeveralProcesses.running();
  const responses = await Promise.all(Array.from({ length: 8 }, () => open(node.url, "?include=blocks,events")));
  const texts = responses.map((response) => response.text());
  expect(await node.stop()).toBe(0);
  for (const text of await Promise.all(texts)) expect(text).toMatch(/^retry: 1000\n\n/);
});

test("a node that only serves what another one writes streams it", async () => {
  const writer = await growing.running();
  await using server = await composeNode("--role", "api", "--data-dir", growing.folder);
  const last = (await headOf(writer)) + 30n;
  const places = (await readTo(server.url, last, { from: 0, include: ["events"] })).map(place);
  expect(places).toEqual(await listEventPlaces(writer.url, last));
});

test("a client goes on after a kill of the node, and is told when the ledger has begun again", async () => {
  using other = createDataDir();
  const listen = new URL((await growing.running()).url).host;
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
  const signals = [...Array.from({ length: cases(1) }, () => "SIGKILL" as const), "SIGTERM" as const];
  for (const signal of signals) {
    const before = seen.length;
    const node = await growing.running();
    await moves(before + 20);
    node.child.kill(signal);
    await node.exited;
  }
  {
    const before = seen.length;
    await using node = await growing.running();
    await moves(before);
    last = BigInt(seen.at(-1)!.split(".")[0]!) - 1n;
    const expected = await listEventPlaces(node.url, last);
    expect(seen.slice(0, expected.length)).toEqual(expected);
  }
  await using begun = await composeNode("--data-dir", other.path, "--index", "off", "--listen", listen);
  const error = await gone;
  expect(error).toBeInstanceOf(StreamGoneError);
  expect((error as StreamGoneError).reason).toBe("reset");
  expect((await fetch(`${begun.url}/v1`)).status).toBe(200);
});

test("who asks for what is pruned is told so, as an event and as JSON", async () => {
  const node = await pruned.running();
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
  const node = await pruned.running();
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
  // From here on it would make blocks for nothing.
  await node.stop();
});

test("refuses what is malformed before it begins", async () => {
  const node = await openSharedNode("devnet");
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
  const net = await openSharedNode("devnet");
  const stream = await open(net.url, "?from=0&include=blocks");
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes('"block_height":"0"')) text += (await reader.read()).value ?? "";
  await reader.cancel();
  expect(text).toContain("event: block");
});

describe("on PostgreSQL", needsPostgres, () => {
  test("brings every event once, from the node that writes and from one that only serves", async () => {
    const store = ["--store", (await openTestDatabase()).url("schema=streamed")];
    await using writer = await composeNode(...store, ...fast);
    await using reader = await composeNode(...store, "--role", "api");
    const last = (await headOf(writer)) + 20n;
    const options: FollowOptions = { from: 0, include: ["events"] };
    const [written, served] = await Promise.all([readTo(writer.url, last, options), readTo(reader.url, last, options)]);
    const expected = await listEventPlaces(writer.url, last);
    expect(written.map(place)).toEqual(expected);
    expect(served.map(place)).toEqual(expected);
  });
});
