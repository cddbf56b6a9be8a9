import { randomBytes } from "node:crypto";
import { createDataDir, startNode } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { needsPostgres } from "@ledger/postgres-server";
import { openTestDatabase } from "@ledger/postgres-server/open-test-database";
import { beforeAll, describe, expect, test } from "vitest";
import { readHead } from "./support/local-network.ts";
import { mint } from "./support/mint.ts";
import { openSharedNode, type SharedNode } from "./support/open-shared-node.ts";
import { shareNode } from "./support/share-node.ts";
import { waitFor } from "./support/wait-for.ts";

// Lists over HTTP: of a local network from memory, of a kept index, and of a follower, which are the same.

/** It answers from records which it was given, without an index. */
let upstream: SharedNode;
let head: bigint;

beforeAll(async () => {
  upstream = await openSharedNode("still-ledger");
  head = BigInt((await readHead(upstream.url)).ledger_version);
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

/** What has a node follow the upstream and keep an index. */
const following = () => ["--follow", `${upstream.url}/v1`, "--index", "all"];

const follower = shareNode((place) => startNode(...following(), ...place, "--workers", "2"));

test("a follower lists what its index has, at every version; a node without an index says so", async () => {
  const none = await list(upstream.url, "/assets");
  expect([none.status, none.items.message]).toEqual([403, expect.stringContaining("start it with --index")]);
  expect((await list(upstream.url, "/accounts/0xcafe/transactions?touched=true")).status).toBe(403);
  expect((await list(upstream.url, "/accounts/0xcafe/transactions")).status).toBe(200);

  const node = await follower.running();
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

test("a local network lists what it has just committed", async () => {
  const node = await openSharedNode("local-network");
  const owner = `0x${randomBytes(32).toString("hex")}`;
  const version = await mint(node.url, owner, 5);
  const { items } = await list(node.url, `/accounts/${owner}/assets`);
  expect(items).toMatchObject([{ amount: "5", asset_type: "0x1::aptos_coin::AptosCoin", version, symbol: "APT" }]);
  const { items: touched } = await list(node.url, `/accounts/${owner}/transactions?touched=true`);
  expect(touched.map((transaction) => transaction.version)).toEqual([version]);
});

describe("on a PostgreSQL server", needsPostgres, () => {
  test("lists are those of an index in a file", async () => {
    using serverDir = createDataDir();
    const store = ["--store", (await openTestDatabase()).url()];
    const inFile = await follower.running();
    await using onServer = await composeNode(...following(), "--data-dir", serverDir.path, ...store);
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
