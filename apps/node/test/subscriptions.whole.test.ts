import { randomBytes } from "node:crypto";
import { startNode } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { needsPostgres } from "@ledger/postgres-server";
import { openTestDatabase } from "@ledger/postgres-server/open-test-database";
import { type Client, createClient } from "graphql-sse";
import { describe, expect, test } from "vitest";
import { readHead } from "./support/local-network.ts";
import { readValue, scrape } from "./support/metrics.ts";
import { mint } from "./support/mint.ts";
import { composeObserved, type ObservedNode } from "./support/observed.ts";
import { openSharedNode } from "./support/open-shared-node.ts";
import { shareNode } from "./support/share-node.ts";
import { waitFor } from "./support/wait-for.ts";

// Subscriptions of GraphQL, as an application has them: with the client of graphql-sse.

const keepAll = ["--state-window", "0", "--ledger-window", "0"];
/** Nothing happens by itself. */
const quiet = ["--block-interval", "0", "--workload", "off", ...keepAll];

/** Limit of streams per client: above what the other tests open at once, including streams of an earlier test that are still closing. */
const mostStreams = 8;
/** Listens at the address of the node before it, to which that node's clients reconnect. */
const plain = shareNode<ObservedNode>((place, before) =>
  composeObserved(
    ...[...place, ...quiet, "--max-client-streams", `${mostStreams}`],
    ...(before === undefined ? [] : ["--listen", new URL(before.url).host]),
  ),
);
const indexed = shareNode((place) => startNode(...place, ...quiet, "--index", "all", "--workers", "2"));

type Row = Readonly<Record<string, string | number>>;
interface Result {
  readonly data?: Readonly<Record<string, readonly Row[]>> | null;
  readonly errors?: readonly { readonly message: string }[];
}

/** An address that nobody has used. */
const newAddress = (): string => `0x${randomBytes(32).toString("hex")}`;
const clientOf = (url: string): Client => createClient({ url: `${url}/v1/graphql`, retryAttempts: 0 });

/** What a client is given, as it comes. */
function subscribe(client: Client, query: string, variables?: Record<string, unknown>) {
  const results: Result[] = [];
  const ended = Promise.withResolvers<unknown>();
  const leave = client.subscribe<Result["data"], unknown>(
    { query, ...(variables && { variables }) },
    {
      next: (result) => results.push(result as Result),
      error: (error) => ended.resolve(error),
      complete: () => ended.resolve("complete"),
    },
  );
  const rows = (): readonly Row[] =>
    results.flatMap(({ data, errors }) => {
      expect(errors).toBeUndefined();
      return Object.values(data!)[0]!;
    });
  return { results, rows, leave, ended: ended.promise };
}

/** What a query answers once its index has come to a version. */
async function listActivities(url: string, version: string): Promise<readonly Row[]> {
  const found = await waitFor(
    async () => {
      const answer = await fetch(`${url}/v1/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ query: activities }),
      });
      return (await answer.json()) as Result;
    },
    ({ data }) => data?.fungible_asset_activities?.at(-1)?.transaction_version === Number(version),
  );
  return found.data!.fungible_asset_activities!;
}

const balanceOf = (owner: string): string =>
  `subscription{current_fungible_asset_balances(where:{owner_address:{_eq:"${owner}"}}){amount last_transaction_version}}`;

const streamQuery = `subscription Activities($after: bigint!, $size: Int!) {
  fungible_asset_activities_stream(
    batch_size: $size
    cursor: [{ initial_value: { transaction_version: $after }, ordering: ASC }]
    where: { type: { _neq: "0x1::aptos_coin::GasFeeEvent" } }
  ) { transaction_version event_index owner_address amount }
}`;
const activities = `{fungible_asset_activities(
  where:{type:{_neq:"0x1::aptos_coin::GasFeeEvent"}}
  order_by:[{transaction_version:asc},{event_index:asc}]
){transaction_version event_index owner_address amount}}`;

describe.each([
  ["of a local network", plain],
  ["of a local network with an index, from several processes", indexed],
])("%s", (_, shared) => {
  test("a balance comes again when it has changed, and not when another one has", async () => {
    const node = await shared.running();
    const [owner, other] = [newAddress(), newAddress()];
    // What is not in the index yet would be a first, empty result.
    await listActivities(node.url, await mint(node.url, owner, 500));
    const client = clientOf(node.url);
    const { results, rows, leave, ended } = subscribe(client, balanceOf(owner));
    await waitFor(
      async () => rows(),
      (found) => found.length === 1,
    );
    await mint(node.url, other, 1);
    const version = await mint(node.url, owner, 70);
    await waitFor(
      async () => rows().at(-1),
      (row) => row?.last_transaction_version === Number(version),
    );
    expect(rows().map(({ amount }) => amount)).toEqual([500, 570]);
    expect(results).toHaveLength(2);
    leave();
    expect(await ended).toBe("complete");
  });

  test("a stream brings each row once, in order, past and to come", async () => {
    const node = await shared.running();
    const owners = Array.from({ length: 6 }, newAddress);
    for (const owner of owners) await mint(node.url, owner, 7);
    const client = clientOf(node.url);
    const streams = [1, 2, 100].map((size) => subscribe(client, streamQuery, { after: -1, size }));
    let last = "";
    for (const owner of owners) last = await mint(node.url, owner, 8);
    const expected = await listActivities(node.url, last);
    expect(expected.length).toBeGreaterThan(12);
    for (const { rows, leave } of streams) {
      await waitFor(
        async () => rows(),
        (found) => found.length >= expected.length,
      );
      expect(rows()).toEqual(expected);
      leave();
    }
    const after = Number(expected[5]!.transaction_version);
    const from = subscribe(client, streamQuery, { after, size: 100 });
    const rest = expected.filter(({ transaction_version: version }) => Number(version) > after);
    await waitFor(
      async () => from.rows(),
      (found) => found.length >= rest.length,
    );
    expect(from.rows()).toEqual(rest);
    from.leave();
  });
});

test("a mistake is told in the stream, which is complete then", async () => {
  const node = await plain.running();
  const client = clientOf(node.url);
  for (const [query, reason] of [
    ["subscription{nothing{at_all}}", "field 'nothing' not found in type: 'subscription_root'"],
    ["subscription{", "Syntax Error"],
    ["subscription{ledger_infos{chain_id} processor_status{processor}}", "only one top level field"],
  ] as const) {
    const { results, ended } = subscribe(client, query);
    expect(await ended).toBe("complete");
    expect(results.map(({ errors }) => errors?.[0]?.message)).toEqual([expect.stringContaining(reason)]);
  }
  const once = subscribe(client, "{ledger_infos{chain_id}}");
  expect(await once.ended).toBe("complete");
  expect(once.results).toEqual([{ data: { ledger_infos: [{ chain_id: 4 }] } }]);
});

test("a client comes back to a node that was started again, and has what is true then", async () => {
  const first = await plain.running();
  const owner = newAddress();
  await mint(first.url, owner, 500);
  const client = createClient({
    url: `${first.url}/v1/graphql`,
    retryAttempts: 1_000,
    retry: () => new Promise((resolve) => setTimeout(resolve, 50)),
  });
  const { rows, leave } = subscribe(client, balanceOf(owner));
  await waitFor(
    async () => rows(),
    (found) => found.length === 1,
  );
  expect(await first.stop()).toBe(0);
  const again = await plain.running();
  await mint(again.url, owner, 70);
  await waitFor(
    async () => rows().at(-1),
    (row) => row?.amount === 570,
  );
  leave();
  client.dispose();
});

test("subscriptions are bounded, counted, and make room when clients leave; a node that is told to stop ends them", async () => {
  const node = await plain.running();
  // That a client of this kind has left is noticed within half a minute: those of the tests before may be there still.
  const untilOpen = (count: number): Promise<void> =>
    expect.poll(async () => readValue(await scrape(node.admin), "ledger_subscriptions"), { interval: 500 }).toBe(count);
  await untilOpen(0);
  const countEnds = async (): Promise<readonly [left: number, refused: number]> => {
    const samples = await scrape(node.admin);
    const name = "ledger_subscriptions_ended_total";
    const left = samples.find((sample) => sample.name === name && sample.labels.why === "left");
    return [left?.value ?? 0, readValue(samples, "ledger_subscriptions_refused_total")];
  };
  const [leftBefore, refusedBefore] = await countEnds();
  const client = clientOf(node.url);
  const chain = "subscription{ledger_infos{chain_id}}";
  const opened = Array.from({ length: mostStreams }, () => subscribe(client, chain));
  for (const { rows } of opened) {
    await waitFor(
      async () => rows(),
      (found) => found.length === 1,
    );
  }
  const headers = { "content-type": "application/json", accept: "text/event-stream" };
  const open = (body: string) => fetch(`${node.url}/v1/graphql`, { method: "POST", headers, body });
  const refused = await open(JSON.stringify({ query: chain }));
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await refused.text()).toMatch(/^event: next\ndata: \{"errors":\[\{"message":"[^"]*--max-client-streams/);
  const stream = await fetch(`${node.url}/v1/stream`, { headers: { accept: "text/event-stream" } });
  expect(stream.status).toBe(503);
  expect((await open(JSON.stringify({ query: chain.padEnd(20_000) }))).status).toBe(413);
  expect(readValue(await scrape(node.admin), "ledger_subscriptions")).toBe(mostStreams);
  opened[0]!.leave();
  await untilOpen(mostStreams - 1);
  const again = subscribe(client, chain);
  await waitFor(
    async () => again.rows(),
    (found) => found.length === 1,
  );
  expect(await countEnds()).toEqual([leftBefore + 1, refusedBefore + 1]);
  expect(await node.stop()).toBe(0);
  expect(await again.ended).toBeInstanceOf(Error);
});

test("a page of another site is asked before it subscribes", async () => {
  const node = await indexed.running();
  const body = JSON.stringify({ query: "subscription{ledger_infos{chain_id}}" });
  const headers = { accept: "text/event-stream", "content-type": "text/plain" };
  expect((await fetch(`${node.url}/v1/graphql`, { method: "POST", headers, body })).status).toBe(415);
});

test("a network in memory has subscriptions, too", async () => {
  const net = await openSharedNode("devnet");
  const owner = newAddress();
  const { rows, leave } = subscribe(clientOf(net.url), balanceOf(owner));
  await mint(net.url, owner, 500);
  await waitFor(
    async () => rows(),
    (found) => found.length === 1,
  );
  expect(rows()[0]!.amount).toBe(500);
  leave();
});

describe("on PostgreSQL", needsPostgres, () => {
  test("a node that only serves brings each row once", async () => {
    const store = ["--store", (await openTestDatabase()).url("schema=subscribed")];
    await using writer = await composeNode(...store, ...quiet, "--index", "all");
    await using reader = await composeNode(...store, "--role", "api", "--index", "all");
    let last = await mint(writer.url, newAddress(), 5);
    const stream = subscribe(clientOf(reader.url), streamQuery, { after: -1, size: 2 });
    for (let i = 0; i < 3; i++) last = await mint(writer.url, newAddress(), 7);
    const expected = await listActivities(writer.url, last);
    await waitFor(
      async () => stream.rows(),
      (found) => found.length >= expected.length,
    );
    expect(stream.rows()).toEqual(expected);
    stream.leave();
    expect(BigInt((await readHead(reader.url)).ledger_version)).toBeGreaterThan(0n);
  });
});
