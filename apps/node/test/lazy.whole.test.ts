import { createDataDir, runCommand, runNodeToEnd, type ServingNode, startNode } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { expect, test } from "vitest";
import { collectLocalValues } from "./support/local-values.ts";
import { startUpstream, type Upstream } from "./support/upstream.ts";
import { waitFor } from "./support/wait-for.ts";

interface Info {
  readonly ledger_version: string;
  readonly oldest_ledger_version: string;
  readonly block_height: string;
}

async function readInfo(url: string): Promise<Info> {
  return (await (await fetch(`${url}/v1`)).json()) as Info;
}

const originHeader = "x-svc-state-origin";

async function expectSameAnswers(leader: Upstream, follower: ServingNode, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    for (const accept of ["application/json", "application/x-bcs"]) {
      const [theirs, ours] = await Promise.all(
        [leader, follower].map((node) => fetch(`${node.url}/v1${path}`, { headers: { accept } })),
      );
      expect(ours!.status, path).toBe(theirs!.status);
      expect(new Uint8Array(await ours!.arrayBuffer()), path).toEqual(new Uint8Array(await theirs!.arrayBuffer()));
    }
  }
}

test.each([
  ["one process", []],
  ["two serving processes", ["--workers", "2"]],
])("a node that begins in the middle fetches state when it is asked for it: %s", async (_, extra) => {
  using followerDir = createDataDir();
  await using leader = await startUpstream();
  const args = ["--data-dir", followerDir.path, "--follow", `${leader.url}/v1`, "--start-version", "latest", ...extra];
  // Processes that serve are a cluster, whose primary is a process of its own.
  const start = extra.length === 0 ? composeNode : startNode;
  await using first = await start(...args);
  expect(first.output()).toMatch(/start {5}lazy, from version \d+/);
  const info = await readInfo(first.url);
  const base = BigInt(info.oldest_ledger_version);
  expect(base).toBeGreaterThan(12n);
  expect(await (await fetch(`${first.url}/v1/-/healthy`)).json()).toEqual({ message: "ledger-node:ok", mode: "lazy" });

  const { path } = await collectLocalValues(leader.url);
  const version = (await readInfo(first.url)).ledger_version;
  const at = `ledger_version=${version}`;
  const account = `/accounts/${path.address}`;
  const paths = [
    `${account}?${at}`,
    `${account}/resources?${at}`,
    `${account}/balance/0xa?${at}`,
    `/accounts/0x1/modules?${at}&limit=3`,
    `/accounts/0x1/resources?${at}`,
    `/accounts/0x1/resource/0x1::chain_id::ChainId?${at}`,
    `/accounts/0xdead/resource/0x1::chain_id::ChainId?${at}`,
    `/transactions/by_version/${version}`,
    `/accounts/0xcafe/modules?ledger_version=${base}`,
  ];
  await expectSameAnswers(leader, first, paths);
  const named = await fetch(`${first.url}/v1/accounts/0x1/resource/0x1::chain_id::ChainId?${at}`, {
    headers: { origin: "http://page.example" },
  });
  expect(named.headers.get(originHeader)).toBe(new URL(leader.url).host);
  expect(named.headers.get("access-control-expose-headers")).toContain("X-SVC-STATE-ORIGIN");
  const missing = await fetch(`${first.url}/v1/accounts/0xdead/resource/0x1::chain_id::ChainId?${at}`);
  expect([missing.status, missing.headers.get(originHeader)]).toEqual([404, new URL(leader.url).host]);
  const tables = await fetch(`${first.url}/v1/tables/0x77/items?${at}`);
  expect([tables.status, await tables.json()]).toEqual([
    503,
    expect.objectContaining({
      error_code: "internal_error",
      message: expect.stringContaining("started above version 0"),
    }),
  ]);
  const below = await fetch(`${first.url}/v1/accounts/0x1/resources?ledger_version=${base - 1n}`);
  expect(below.status).toBe(410);
  expect(await first.stop()).toBe(0);

  // A verification says what such a ledger can prove, and what it cannot.
  const proved = await runCommand("verify", "--data-dir", followerDir.path);
  expect(proved.output).toMatch(new RegExp(`versions {5}${base} to \\d+: \\d+ records match their transaction infos`));
  expect(proved.output).toContain("accumulator  not known: nothing proves the order of the records");
  expect(proved.output).toContain("state        partly known");
  expect(proved.output).toContain(`the ledger begins at version ${base}`);
  expect(proved.output).toMatch(/verified, as far as a lazy ledger allows\n$/);
  expect(proved.code).toBe(0);
  const roots = await runNodeToEnd(
    ...args.filter((arg) => arg !== "--workers" && arg !== "2"),
    "--state-roots",
    "every_block",
  );
  expect([roots.code, roots.output]).toEqual([1, expect.stringContaining("state_incomplete")]);

  // What was fetched is stored; what was not is refused while nobody can be asked, and never guessed.
  await leader.stop();
  await using again = await start(...args);
  const known = await fetch(`${again.url}/v1/accounts/0x1/resource/0x1::chain_id::ChainId?${at}`);
  expect([known.status, known.headers.get(originHeader)]).toEqual([200, new URL(leader.url).host]);
  for (const unknown of ["/accounts/0x2/modules", "/accounts/0xfeed/resource/0x1::account::Account"]) {
    const refused = await fetch(`${again.url}/v1${unknown}?${at}`);
    expect(refused.status, unknown).toBe(503);
    expect(await refused.json()).toMatchObject({ error_code: "internal_error" });
  }
});

test("a ledger never begins in the middle by itself", async () => {
  using leaderDir = createDataDir();
  using followerDir = createDataDir();
  const windows = ["--state-window", "60", "--ledger-window", "60", "--index", "off"];
  await using leader = await composeNode("--data-dir", leaderDir.path, "--block-interval", "100", ...windows);
  await waitFor(
    async () => (await fetch(`${leader.url}/v1/transactions/by_version/0`)).status,
    (status) => status === 410,
  );
  const follow = ["--data-dir", followerDir.path, "--follow", `${leader.url}/v1`];
  const refused = await runNodeToEnd(...follow);
  expect(refused.code).toBe(1);
  expect(refused.output).toMatch(/the upstreams have pruned this version: the oldest that they have is \d+/);
  expect(refused.output).toContain("--start-version latest");
  await using follower = await composeNode(...follow, "--start-version", "latest");
  expect(BigInt((await readInfo(follower.url)).oldest_ledger_version)).toBeGreaterThan(0n);
});
