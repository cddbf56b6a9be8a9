import { join } from "node:path";
import { createDataDir, startNode } from "@ledger/node-process";
import { needsPostgres, type PostgresServer, startPostgres } from "@ledger/postgres-server";
import type { LedgerRecord } from "@ledger/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeRecords, storeRecords } from "./support/made-ledger.ts";
import { mint } from "./support/mint.ts";
import { waitFor } from "./support/wait-for.ts";

// Lists over HTTP: of a local network from memory, of a kept index, and of a follower, which are the same.

let blocks: readonly (readonly LedgerRecord[])[];
let head: bigint;

beforeAll(async () => {
  blocks = await makeRecords(30);
  head = blocks.at(-1)!.at(-1)!.version;
});

interface Listed {
  readonly status: number;
  readonly version: string | null;
  readonly cursor: string | null;
  readonly items: readonly Readonly<Record<string, unknown>>[] & { readonly message?: string };
}

async function list(url: string, path: string): Promise<Listed> {
  const answer = await fetch(`${url}/v1${path}`);
  const { status, headers } = answer;
  const items = (await answer.json()) as Listed["items"];
  return { status, version: headers.get("x-svc-ledger-version"), cursor: headers.get("x-svc-cursor"), items };
}

const untilListed = (url: string): Promise<Listed> =>
  waitFor(
    () => list(url, "/assets"),
    ({ status, version }) => status === 200 && version === `${head}`,
  );

/** Lists of what the ledger's accounts have, found by the lists themselves. */
async function pathsOf(url: string): Promise<readonly string[]> {
  const { items: assets } = await list(url, "/assets?limit=100");
  const holders = (await list(url, "/assets/0xa/holders?limit=4")).items.map(({ owner }) => String(owner));
  return [
    "/assets?limit=100",
    ...assets.map(({ asset_type }) => `/assets/${encodeURIComponent(String(asset_type))}/holders?limit=100`),
    ...holders.flatMap((owner) =>
      ["assets", "objects", "tokens", "activities", "transactions?touched=true"].map(
        (what) => `/accounts/${owner}/${what}`,
      ),
    ),
  ];
}

async function allOf(url: string, paths: readonly string[]): Promise<readonly Listed[]> {
  const answers: Listed[] = [];
  for (const path of paths) answers.push(await list(url, path));
  return answers;
}

const followed = (url: string, ...args: readonly string[]) =>
  startNode("--follow", `${url}/v1`, "--index", "all", ...args);

/** A node that answers from records which it was given, without an index; another one that follows it and keeps one. */
async function startUpstream(folder: string) {
  await storeRecords(join(folder, "ledger.db"), blocks);
  return startNode("--role", "api", "--data-dir", folder);
}

test("a follower lists what its index has, at every version; a node without an index says so", async () => {
  using upstreamDir = createDataDir();
  using dataDir = createDataDir();
  await using upstream = await startUpstream(upstreamDir.path);
  const none = await list(upstream.url, "/assets");
  expect([none.status, none.items.message]).toEqual([403, expect.stringContaining("start it with --index")]);
  expect((await list(upstream.url, "/accounts/0xcafe/transactions?touched=true")).status).toBe(403);
  expect((await list(upstream.url, "/accounts/0xcafe/transactions")).status).toBe(200);

  await using node = await followed(upstream.url, "--data-dir", dataDir.path, "--workers", "2");
  await untilListed(node.url);
  const assets = await list(node.url, "/accounts/0xcafe/assets");
  const coins = assets.items.find(({ asset_type: asset }) => asset === "0x1::aptos_coin::AptosCoin");
  expect(`${coins?.amount}`).toBe(
    `${await (await fetch(`${node.url}/v1/accounts/0xcafe/balance/0x1::aptos_coin::AptosCoin`)).json()}`,
  );
  // At an earlier version the balance is that of the state of then.
  const middle = head / 2n;
  const then = await list(node.url, `/accounts/0xcafe/assets?ledger_version=${middle}`);
  const balance = `/v1/accounts/0xcafe/balance/0x1::aptos_coin::AptosCoin?ledger_version=${middle}`;
  expect(then.items.map(({ amount }) => amount)).toContain(`${await (await fetch(`${node.url}${balance}`)).json()}`);
  expect(then.items).not.toEqual(assets.items);
  expect((await list(node.url, `/accounts/0xcafe/assets?ledger_version=${head + 1_000n}`)).status).toBe(404);

  const touched = await list(node.url, "/accounts/0xcafe/transactions?touched=true&limit=3");
  expect(touched.items).toHaveLength(3);
  const next = await list(node.url, `/accounts/0xcafe/transactions?touched=true&limit=3&start=${touched.cursor}`);
  const versions = [...touched.items, ...next.items].map(({ version }) => Number(version));
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => b - a));
  expect((await list(node.url, "/accounts/0xcafe/assets?start=nonsense")).status).toBe(400);
  expect((await list(node.url, "/accounts/0xcafe/assets?limit=0")).status).toBe(400);
});

test("a local network lists from memory what it has just committed", async () => {
  using dataDir = createDataDir();
  await using node = await startNode("--data-dir", dataDir.path, "--block-interval", "0");
  const version = await mint(node.url, "0x1234", 5);
  const { items } = await list(node.url, "/accounts/0x1234/assets");
  expect(items).toMatchObject([{ amount: "5", asset_type: "0x1::aptos_coin::AptosCoin", version, symbol: "APT" }]);
  const { items: touched } = await list(node.url, "/accounts/0x1234/transactions?touched=true");
  expect(touched.map((transaction) => transaction.version)).toEqual([version]);
});

describe("on a PostgreSQL server", needsPostgres, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres({ settings: { fsync: "off" } });
  });
  afterAll(async () => server?.close());

  test("lists are those of an index in a file", async () => {
    using upstreamDir = createDataDir();
    using fileDir = createDataDir();
    using serverDir = createDataDir();
    await using upstream = await startUpstream(upstreamDir.path);
    await using inFile = await followed(upstream.url, "--data-dir", fileDir.path);
    await using onServer = await followed(upstream.url, "--data-dir", serverDir.path, "--store", server.url());
    await untilListed(inFile.url);
    await untilListed(onServer.url);
    const now = await pathsOf(inFile.url);
    const paths = [...now, ...now.map((path) => `${path}${path.includes("?") ? "&" : "?"}ledger_version=${head / 2n}`)];
    const expected = await allOf(inFile.url, paths);
    expect(expected.flatMap(({ items }) => items).length).toBeGreaterThan(100);
    expect(expected.map(({ status }) => status)).toEqual(paths.map(() => 200));
    expect(await allOf(onServer.url, paths)).toEqual(expected);
  });
});
